import Foundation
import TaskKitAnnotations

/// Shows by a file's date that the app is alive. Pause it in `taskscope attach`, and the file stops changing.
@TimerTask(every: .seconds(1), lane: "io")
enum Heartbeat {
    static func run(_ context: RunContext) throws {
        try Data("beat \(context.run)\n".utf8).write(to: AppFolder.url("heartbeat.txt"))
    }
}

/// Removes thumbnails now and then, and says so to whoever listens.
@TimerTask(every: .seconds(5), priority: .low, lane: "io")
enum SweepCache {
    static func run() throws {
        let files = try FileManager.default.contentsOfDirectory(at: AppFolder.root, includingPropertiesForKeys: nil)
        let old = files.filter { $0.pathExtension == "thumbnail" }
        for file in old { try FileManager.default.removeItem(at: file) }
        NotificationCenter.default.post(
            name: Notification.Name("CacheSwept"), object: nil, userInfo: ["files": old.count])
    }
}

/// Receives a Foundation notification; the payload comes as JSON.
@NotificationTask("CacheSwept", lane: "io")
enum CountSweeps {
    static func run(_ context: RunContext) {
        AppLog.say("cache swept: \(context.event.payload ?? "")")
    }
}
