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
