import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros behind the annotations.
@main struct TaskKitPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        EventTaskMacro.self, TimerTaskMacro.self, ScheduleTaskMacro.self, NotificationTaskMacro.self,
        StartupTaskMacro.self, StepTaskMacro.self, JobHandlerMacro.self,
    ]
}
