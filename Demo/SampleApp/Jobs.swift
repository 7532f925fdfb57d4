import Foundation
import TaskKitAnnotations

/// Puts work into the durable queue each time the app becomes active.
@EventTask(on: .didBecomeActive, after: DecodeCatalog.self, lane: "io")
enum OrderWork {
    static func run() async throws {
        for id in 1...3 {
            try await TaskKit.enqueue(JobSpec(task: "thumbnail", data: "{\"id\":\(id)}"))
        }
        try await TaskKit.enqueue(JobSpec(task: "letter", data: "{\"to\":\"somebody\"}", priority: .low))
    }
}

/// Makes a thumbnail: a job that outlives the process, at least once, whatever happens.
@JobHandler("thumbnail")
enum MakeThumbnail {
    private struct Order: Decodable {
        var id: Int
    }

    static func run(_ context: RunContext) throws {
        let order = try JSONDecoder().decode(Order.self, from: Data((context.job?.data ?? "").utf8))
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
