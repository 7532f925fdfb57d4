/// Which tests judge the changes of a module, and in which order.
enum Suites {
    /// The module's own tests, then those of what stands on it, then the models and end to end.
    static func suites(of module: String, endToEnd: Bool) -> [String] {
        var suites = [own[module] ?? module + "Tests"] + (beside[module] ?? [])
        if endToEnd, !suites.contains("EndToEndTests") { suites.append("EndToEndTests") }
        return suites
    }

    private static let own = [
        "TaskKitAnnotations": "TaskKitMacrosTests", "TaskKitMacros": "TaskKitMacrosTests",
        "TaskKitApp": "SampleAppTests", "taskscope": "EndToEndTests",
    ]
    private static let beside = [
        "SchedulerCore": ["SchedulerSimulationTests", "NaiveModelTests"],
        "SchedulerSimulation": ["NaiveModelTests"],
        "ScenarioFormat": ["NaiveModelTests"],
        "TraceFormat": ["TraceAnalysisTests"],
        "Text": ["ScenarioFormatTests", "DashboardTests"],
        "ScreenKit": ["DashboardTests"],
        "JobStore": ["TaskKitJobStoreTests"],
        "TraceAnalysis": ["PlanningTests", "DashboardTests"],
    ]
}
