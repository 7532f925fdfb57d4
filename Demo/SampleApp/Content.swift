import Foundation
import TaskKitAnnotations

/// Something the app sells.
struct Product: Codable, Sendable {
    var id: Int
    var name: String
    var price: Double

    static let all = Shared<[Product]>([])
}

/// Reads the catalog from its file; the first time it writes one.
@EventTask(on: .didFinishLaunching, priority: .high, after: ReadSettings.self, lane: "io", timeout: .seconds(10))
enum LoadCatalog {
    static let text = Shared(Data())

    static func run() throws {
        let file = AppFolder.url("catalog.json")
        if let stored = try? Data(contentsOf: file) {
            text.value = stored
        } else {
            let made = (0..<Settings.current.value.products).map {
                Product(id: $0, name: "Product \($0 % 977)", price: Double($0) / 7)
            }
            text.value = try JSONEncoder().encode(made)
            try text.value.write(to: file)
        }
    }
}

/// Decodes the catalog.
@EventTask(on: .didFinishLaunching, priority: .high, after: LoadCatalog.self, lane: "cpu")
enum DecodeCatalog {
    static func run() throws {
        Product.all.value = try JSONDecoder().decode([Product].self, from: LoadCatalog.text.value)
    }
}

/// A checksum of the catalog (FNV-1a), to recognize it.
@EventTask(on: .didFinishLaunching, priority: .low, after: LoadCatalog.self, lane: "cpu")
enum HashCatalog {
    static let sum = Shared<UInt64>(0)

    static func run(_ context: RunContext) throws {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (index, byte) in LoadCatalog.text.value.enumerated() {
            if index % 65_536 == 0 { try context.checkCancellation() }
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        sum.value = hash
    }
}

/// How many products contain each word.
@EventTask(on: .didFinishLaunching, after: DecodeCatalog.self, lane: "cpu")
enum SearchIndex {
    static let words = Shared<[String: Int]>([:])

    static func run() {
        var counted: [String: Int] = [:]
        for product in Product.all.value {
            for word in product.name.split(separator: " ") { counted[String(word), default: 0] += 1 }
        }
        words.value = counted
    }
}

/// What the user sees first.
@EventTask(on: .didBecomeActive, priority: .critical, after: DecodeCatalog.self)
@MainActor
enum FirstScreen {
    private(set) static var title = ""

    static func run() {
        title = "Hello \(Settings.current.value.name): \(Product.all.value.count) products"
        AppLog.say(title)
    }
}

/// When memory is low: drops what can be rebuilt.
@EventTask(on: .didReceiveMemoryWarning, lane: "cpu")
enum DropCaches {
    static func run() {
        SearchIndex.words.value = [:]
        AppLog.say("search index dropped")
    }
}
