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

extension Lesson {
    /// Eight features of six tasks each, and what they share.
    static let tangleText = """
        name: A tangle of 60
        clock: {interval: 100ms}
        lanes: {network: 2, io: 1}
        budgets: {launch: 420ms}
        tasks:
          - {name: Crash, on: willFinishLaunching, priority: critical, duration: 12ms}
          - {name: Settings, on: willFinishLaunching, priority: high, lane: io, duration: 18ms}
          - {name: Keychain, on: willFinishLaunching, priority: high, duration: 9ms}
          - {name: Flags, on: willFinishLaunching, after: Settings, duration: 6ms}
          - {name: AccountStore, on: launch, lane: io, after: Settings, priority: default, duration: 16ms}
          - {name: AccountToken, on: launch, after: Keychain, duration: 4ms}
          - {name: AccountLoad, on: launch, lane: network, after: [AccountToken, Flags], duration: 81ms}
          - {name: AccountParse, on: launch, lane: io, after: [AccountLoad, AccountStore], duration: 8ms}
          - {name: AccountImages, on: launch, lane: network, after: AccountParse, priority: low, duration: 34ms}
          - {name: AccountView, on: launch, after: [AccountParse, AccountImages], duration: 17ms}
          - {name: CatalogStore, on: launch, lane: io, after: Settings, priority: high, duration: 23ms}
          - {name: CatalogToken, on: launch, after: Keychain, duration: 1ms}
          - {name: CatalogLoad, on: launch, lane: network, after: [CatalogToken, Flags], duration: 72ms}
          - {name: CatalogParse, on: launch, lane: io, after: [CatalogLoad, CatalogStore], duration: 11ms}
          - {name: CatalogImages, on: launch, lane: network, after: CatalogParse, priority: low, duration: 32ms}
          - {name: CatalogView, on: launch, after: CatalogParse, duration: 10ms}
          - {name: CartStore, on: launch, lane: io, after: Settings, priority: default, duration: 25ms}
          - {name: CartToken, on: launch, after: Keychain, duration: 1ms}
          - {name: CartLoad, on: launch, lane: network, after: [CartToken, Flags], duration: 55ms}
          - {name: CartParse, on: launch, lane: io, after: [CartLoad, CartStore], duration: 9ms}
          - {name: CartImages, on: launch, lane: network, after: CartParse, priority: low, duration: 65ms}
          - {name: CartView, on: launch, after: CartParse, duration: 15ms}
          - {name: SearchStore, on: launch, lane: io, after: Settings, priority: high, duration: 30ms}
          - {name: SearchToken, on: launch, after: Keychain, duration: 1ms}
          - {name: SearchLoad, on: launch, lane: network, after: [SearchToken, Flags], duration: 54ms}
          - {name: SearchParse, on: launch, lane: io, after: [SearchLoad, SearchStore], duration: 18ms}
          - {name: SearchImages, on: launch, lane: network, after: SearchParse, priority: low, duration: 70ms}
          - {name: SearchView, on: launch, after: [SearchParse, SearchImages], duration: 18ms}
          - {name: OffersStore, on: launch, lane: io, after: Settings, priority: high, duration: 30ms}
          - {name: OffersToken, on: launch, after: Keychain, duration: 4ms}
          - {name: OffersLoad, on: launch, lane: network, after: [OffersToken, Flags], duration: 43ms}
          - {name: OffersParse, on: launch, lane: io, after: [OffersLoad, OffersStore], duration: 11ms}
          - {name: OffersImages, on: launch, lane: network, after: OffersParse, priority: low, duration: 32ms}
          - {name: OffersView, on: launch, after: OffersParse, duration: 17ms}
          - {name: ChatStore, on: launch, lane: io, after: Settings, priority: high, duration: 21ms}
          - {name: ChatToken, on: launch, after: Keychain, duration: 4ms}
          - {name: ChatLoad, on: launch, lane: network, after: [ChatToken, Flags], duration: 49ms}
          - {name: ChatParse, on: launch, lane: io, after: [ChatLoad, ChatStore], duration: 16ms}
          - {name: ChatImages, on: launch, lane: network, after: ChatParse, priority: low, duration: 37ms}
          - {name: ChatView, on: launch, after: ChatParse, duration: 18ms}
          - {name: MapsStore, on: launch, lane: io, after: Settings, priority: default, duration: 29ms}
          - {name: MapsToken, on: launch, after: Keychain, duration: 2ms}
          - {name: MapsLoad, on: launch, lane: network, after: [MapsToken, Flags], duration: 46ms}
          - {name: MapsParse, on: launch, lane: io, after: [MapsLoad, MapsStore], duration: 17ms}
          - {name: MapsImages, on: launch, lane: network, after: MapsParse, priority: low, duration: 66ms}
          - {name: MapsView, on: launch, after: [MapsParse, MapsImages], duration: 19ms}
          - {name: MediaStore, on: launch, lane: io, after: Settings, priority: high, duration: 23ms}
          - {name: MediaToken, on: launch, after: Keychain, duration: 1ms}
          - {name: MediaLoad, on: launch, lane: network, after: [MediaToken, Flags], duration: 75ms}
          - {name: MediaParse, on: launch, lane: io, after: [MediaLoad, MediaStore], duration: 19ms}
          - {name: MediaImages, on: launch, lane: network, after: MediaParse, priority: low, duration: 34ms}
          - {name: MediaView, on: launch, after: MediaParse, duration: 18ms}
          - {name: Theme, on: launch, after: Settings, duration: 11ms}
          - {name: Fonts, on: launch, lane: io, duration: 35ms}
          - {name: Layout, on: launch, after: [Theme, Fonts], duration: 14ms}
          - {name: Warmup, on: launch, lane: io, priority: high, duration: 90ms}
          - {name: Consent, on: launch, after: AccountView, duration: 8ms}
          - {name: Home, on: launch, priority: high, after: [Layout, CatalogView, OffersView, CartView], duration: 40ms}
          - {name: Audit, on: launch, duration: 120ms, priority: low}
          - {name: Ready, on: launch, after: [Home, Consent], duration: 5ms}
        """
}
