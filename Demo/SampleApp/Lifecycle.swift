import Foundation
import TaskKitAnnotations

/// Saves what the user did, whenever the app leaves the screen.
@EventTask(on: .didEnterBackground, .willTerminate)
@MainActor
enum SaveState {
    static func run() throws {
        try Data(FirstScreen.title.utf8).write(to: AppFolder.url("state.txt"))
        AppLog.say("state saved")
    }
}

/// At the end: removes the mark that would make the next launch report a crash.
@EventTask(on: .willTerminate, after: SaveState.self)
enum SayGoodbye {
    static func run() throws {
        try FileManager.default.removeItem(at: AppFolder.url("running"))
        AppLog.say("goodbye")
    }
}
