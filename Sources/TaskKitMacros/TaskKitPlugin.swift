import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros behind the annotations.
@main struct TaskKitPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
