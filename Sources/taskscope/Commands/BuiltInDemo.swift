import ScreenKit

/// The scenario that the dashboard opens without a file: a copy of Demo/shop.yaml; a test compares them.
enum BuiltInDemo {
    /// The text of Demo/shop.yaml.
    static let text = #"""
        # A shopping app whose cold launch takes too long. Find out why:
        #
        #   taskscope check Demo/shop.yaml         says that it exceeds its budget, and two causes
        #   taskscope replay Demo/shop.yaml        what takes the time, as text
        #   taskscope Demo/shop.yaml               watch it
        schema: 1
        name: Shop, cold launch
        seed: 42
        clock: {interval: 100ms, start: 2015-11-30T09:05:13Z, maximumInterval: 600}

        lanes:
          # One connection for six requests that the home screen waits for: the first cause.
          network: 1
          io: 2

        limits: {launch: 20s}
        budgets: {launch: 500ms}

        tasks:
          # Before anything else: what must see every crash, and what everything reads.
          - {name: CrashReporter, on: willFinishLaunching, priority: critical, duration: 18ms, group: foundation}
          - {name: Keychain, on: willFinishLaunching, priority: high, duration: 12ms, group: foundation}
          - {name: Preferences, on: willFinishLaunching, priority: high, lane: io, duration: 9ms .. 15ms, group: foundation}

          # The launch itself. Home draws what Catalog has fetched, and Recommendations if they came; TabBar counts the rest.
          - {name: Database, on: launch, lane: io, priority: high, after: Keychain, duration: 85ms +- 10ms, group: storage}
          - {name: ImageCache, on: launch, lane: io, duration: 60ms, group: storage}
          - {name: Session, on: launch, lane: network, priority: high, after: Keychain, duration: 120ms +- 20ms, group: network}
          - {name: Catalog, on: launch, lane: network, after: Session, duration: 180ms +- 30ms, group: network}
          - {name: Cart, on: launch, lane: network, after: [Session, Database], duration: 140ms +- 20ms, group: network}
          - {name: Offers, on: launch, lane: network, duration: 160ms, group: network}
          - {name: RemoteConfig, on: launch, lane: network, duration: 110ms, group: network}
          - {name: Recommendations, on: launch, lane: network, priority: high, after: Session, duration: 150ms, outcome: fail 10%,
             retry: {limit: 1, delay: 50ms}, group: network}
          - {name: Theme, on: launch, priority: high, after: Preferences, duration: 14ms, group: screen}
          # Home has high priority; Catalog, which it needs, does not, so others run before Catalog: the second cause.
          - {name: Home, on: launch, priority: high, duration: 95ms, group: screen,
             after: [Theme, Catalog], follows: [Recommendations]}
          - {name: TabBar, on: launch, after: [Cart, Offers, RemoteConfig], duration: 22ms, group: screen}
          - {name: 推送注册, on: launch, lane: network, priority: low, after: Session, duration: 70ms, group: network,
             notes: Registers for push messages; nothing on screen needs it.}

          # When the app is on the screen.
          - {name: Analytics, on: active, priority: low, lane: io, duration: 25ms, group: background}
          - {name: Prefetch, class: afterLaunch, after: Catalog, duration: 200ms..400ms, group: background}
          - {name: SearchIndex, class: afterLaunch, after: Database, duration: 250ms, group: background}

          # While it runs, and when memory runs short.
          - {name: CartPoll, every: 2s, times: forever, lane: network, duration: 40ms, group: background}
          - {name: FlashSale, at: 2015-11-30T09:05:18Z, every: 500ms, times: 4, duration: 6ms, group: screen}
          - {name: DropImages, on: memory, priority: critical, duration: 16ms, group: storage}
          - {name: SaveCart, on: background, lane: io, blocks: true, duration: 30ms, group: storage}

        jobs:
          retryLimit: 4
          handlers:
            upload-order: {duration: 120ms, outcome: [fail, success]}
          enqueue:
            - {task: upload-order, data: {order: 1001, items: 3}}

        """#

    /// The bytes of Demo/shop.yaml.
    static var scenario: [UInt8] { Array(text.utf8) }
}
