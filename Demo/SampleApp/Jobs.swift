import Foundation
import TaskKitAnnotations

/// Puts work into the durable queue each time the app becomes active.
@EventTask(on: .didBecomeActive, after: DecodeCatalog.self, lane: "io")
enum OrderWork {
    static func run() async throws {
        guard let scheduler = LiveScheduler.shared else { return }
        for id in 1...3 { try await scheduler.enqueue("thumbnail", MakeThumbnail.Order(id: id)) }
        try await scheduler.enqueue("letter", ["to": "somebody"], JobOptions(priority: .low))
    }
}

/// Makes a thumbnail: a job that outlives the process and runs at least once, whatever happens.
@JobHandler("thumbnail")
enum MakeThumbnail {
    /// The picture to make it of.
    struct Order: Codable {
        var id: Int
    }

    static func run(_ context: RunContext) throws {
        let order = try context.payload(Order.self)
        try Data("picture \(order.id)\n".utf8).write(to: AppFolder.url("\(order.id).thumbnail"))
    }
}

/// Sends a letter; the first attempt of each fails, so that a retry can be seen.
@JobHandler("letter")
enum SendLetter {
    static func run(_ context: RunContext) async throws {
        try await Task.sleep(for: .milliseconds(50))
        if context.attempt == 1 { throw NoAnswer() }
    }

    /// The post office did not answer.
    struct NoAnswer: Error {}
}
