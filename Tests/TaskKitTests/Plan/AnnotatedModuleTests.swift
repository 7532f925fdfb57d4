import TaskKit
import TaskKitAnnotations
import Testing

/// Annotated tasks that a linker may have left out.
@Suite struct AnnotatedModuleTests {
    /// As in a static archive: nothing but its registration is known.
    private enum Archived: AnnotatedTask {
        static var taskName: String { "Archived" }
        static var taskRegistration: LaunchTask { LaunchTask(taskName, on: .reserved1) {} }
    }

    @Test("A module whose annotated tasks are not linked is an error that says what to do")
    func missing() throws {
        let error = #expect(throws: TaskKitError.self) {
            try LiveScheduler(annotated: .init(), modules: ["TaskKitTests", "Checkout"])
        }
        #expect(
            error?.description
                == "no annotated task of module Checkout is linked: give the linker -ObjC or -all_load, or list its "
                + "tasks with `including:`")
    }

    @Test("A type that is listed is registered once, whether the linker kept its record or not")
    func including() throws {
        let configuration = LiveScheduler.Configuration(lanes: ["io": 2, "network": 1, "cpu": 2])
        let scheduler = try LiveScheduler(
            annotated: configuration, modules: ["TaskKitTests"], including: [Archived.self, InstallCrashReporter.self])
        #expect(scheduler.task("Archived") != nil)
        #expect(scheduler.task("InstallCrashReporter") != nil)
        scheduler.halt()
    }
}
