import TaskKit
import Testing

@testable import TaskKitAnnotations

/// Annotated tasks that a linker may have left out.
@Suite struct AnnotatedModuleTests {
    /// As in a static archive: nothing but its registration is known.
    private enum Archived: AnnotatedTask {
        static var taskName: String { "Archived" }
        static var taskRegistration: LaunchTask { LaunchTask(taskName, on: .reserved1) {} }
    }

    private enum Opened: AnnotatedTask {
        static var taskName: String { "Opened" }
        static var taskRegistration: LaunchTask { LaunchTask(taskName, on: .didFinishLaunching, lane: "async") {} }
    }
    private enum Failing: AnnotatedTask {
        static var taskName: String { "Failing" }
        static var taskRegistration: LaunchTask {
            LaunchTask(taskName, on: .didFinishLaunching, lane: "async") { throw CancellationError() }
        }
    }

    @Test("A plan's task waits for annotated tasks by their types")
    func inPlan() async throws {
        let launch = LaunchPlan()
        let (opened, failing) = (launch.annotated(Opened.self), launch.annotated(Failing.self))
        let home = launch.task("Home", after: opened, failing.orNil, lane: .async) { _, failed in failed == nil }
        let error = #expect(throws: TaskKitError.self) { try launch.makeScheduler() }
        #expect(error?.description.contains("Opened") == true)
        for task in [Opened.taskRegistration, Failing.taskRegistration] { launch.add(task) }
        let scheduler = try launch.start()
        #expect(try await home.value)
        try await opened.value
        let missing = await #expect(throws: ValueMissing.self) { try await failing.value }
        #expect(missing?.description == "Failing: it has no value, failed")
        await scheduler.stop()
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
        // The test bundle links several apps, whose tasks cannot be in one scheduler.
        let names = LinkedTasks.find().including([Archived.self, RefreshSession.self]).map { $0.name }
        #expect(names.count { $0 == "Archived" } == 1)
        #expect(names.count { $0 == "RefreshSession" } == 1)
    }
}
