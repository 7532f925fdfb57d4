extension Lesson {
    /// The scenario's text.
    var scenario: String {
        switch self {
        case .launch:
            """
            name: Three tasks
            clock: {interval: 100ms}
            tasks:
              - {name: Config, on: launch, duration: 40ms}
              - {name: Login, on: launch, after: Config, duration: 60ms}
              - {name: Home, on: launch, after: Login, duration: 80ms}
            """
        case .criticalPath:
            """
            name: Five tasks
            clock: {interval: 100ms}
            lanes: {network: 1, io: 1}
            tasks:
              - {name: Config, on: launch, duration: 30ms}
              - {name: Login, on: launch, lane: network, after: Config, duration: 120ms}
              - {name: Images, on: launch, lane: io, after: Config, duration: 50ms}
              - {name: Feed, on: launch, lane: network, after: Login, duration: 90ms}
              - {name: Home, on: launch, after: [Feed, Images], duration: 40ms}
            """
        case .waiting:
            """
            name: Eight tasks
            clock: {interval: 100ms}
            lanes: {network: 1}
            tasks:
              - {name: Config, on: launch, duration: 20ms}
              - {name: Theme, on: launch, after: Config, duration: 15ms}
              - {name: Session, on: launch, lane: network, after: Config, duration: 100ms}
              - {name: Catalog, on: launch, lane: network, after: Session, duration: 80ms}
              - {name: Cart, on: launch, lane: network, after: Session, duration: 60ms}
              - {name: Offers, on: launch, lane: network, after: Session, duration: 90ms}
              - {name: Home, on: launch, after: [Theme, Catalog, Cart, Offers], duration: 45ms}
              - {name: TabBar, on: launch, after: Home, duration: 10ms}
            """
        case .time:
            """
            name: Twelve tasks
            clock: {interval: 100ms}
            lanes: {network: 2, io: 1}
            tasks:
              - {name: Crash, on: willFinishLaunching, priority: critical, duration: 15ms}
              - {name: Config, on: willFinishLaunching, duration: 25ms}
              - {name: Database, on: launch, lane: io, duration: 90ms}
              - {name: Session, on: launch, lane: network, after: Config, duration: 110ms}
              - {name: Flags, on: launch, lane: network, after: Config, duration: 60ms}
              - {name: Feed, on: launch, lane: network, after: [Session, Flags], duration: 130ms}
              - {name: Theme, on: launch, after: Config, duration: 12ms}
              - {name: Home, on: launch, after: [Feed, Database, Theme], duration: 50ms}
              - {name: Push, on: active, lane: network, priority: low, duration: 80ms}
              - {name: Upload, class: afterLaunch, duration: 400ms}
              - {name: Index, class: afterLaunch, after: Database, duration: 250ms}
              - {name: Beat, every: 200ms, duration: 10ms}
            """
        case .advice:
            """
            name: Twenty tasks
            clock: {interval: 100ms}
            lanes: {network: 1, io: 1}
            tasks:
              - {name: Crash, on: willFinishLaunching, priority: critical, duration: 12ms}
              - {name: Keychain, on: willFinishLaunching, priority: high, duration: 10ms}
              - {name: Config, on: willFinishLaunching, lane: io, duration: 20ms}
              - {name: Database, on: launch, lane: io, after: Config, duration: 70ms}
              - {name: Images, on: launch, lane: io, duration: 40ms}
              - {name: Fonts, on: launch, lane: io, duration: 25ms}
              - {name: Session, on: launch, lane: network, after: Keychain, duration: 100ms}
              - {name: Catalog, on: launch, lane: network, after: Session, duration: 120ms}
              - {name: Cart, on: launch, lane: network, after: Session, duration: 90ms}
              - {name: Offers, on: launch, lane: network, after: Session, duration: 110ms}
              - {name: Reviews, on: launch, lane: network, after: Session, duration: 80ms}
              - {name: Flags, on: launch, lane: network, after: Keychain, duration: 50ms}
              - {name: Theme, on: launch, after: Config, duration: 12ms}
              - {name: Layout, on: launch, after: [Theme, Fonts], duration: 18ms}
              - {name: Home, on: launch, priority: high, after: [Layout, Catalog, Offers], duration: 45ms}
              - {name: Badge, on: launch, after: Cart, duration: 8ms}
              - {name: Stars, on: launch, after: Reviews, duration: 9ms}
              - {name: TabBar, on: launch, after: [Home, Badge], duration: 14ms}
              - {name: Push, on: active, lane: network, priority: low, duration: 60ms}
              - {name: Search, class: afterLaunch, after: Database, duration: 200ms}
            """
        case .lifecycle:
            """
            name: Away and back
            clock: {interval: 100ms}
            lanes: {io: 1}
            tasks:
              - {name: Config, on: launch, duration: 30ms}
              - {name: Home, on: launch, after: Config, duration: 60ms}
              - {name: SaveCart, on: background, lane: io, blocks: true, duration: 200ms}
              - {name: Refresh, on: foreground, duration: 80ms}
              - {name: DropImages, on: memory, duration: 20ms}
            """
        case .pausing, .stage:
            """
            name: A feed
            clock: {interval: 100ms}
            lanes: {network: 1}
            budgets: {launch: 300ms}
            tasks:
              - {name: Config, on: launch, duration: 20ms}
              - {name: Session, on: launch, lane: network, after: Config, duration: 80ms}
              - {name: Feed, on: launch, lane: network, after: Session, duration: 90ms}
              - {name: Layout, on: launch, after: Config, duration: 50ms}
              - {name: Home, on: launch, after: [Feed, Layout], duration: 40ms}
            """
        case .tangle: Lesson.tangleText
        }
    }
}
