// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 mode, warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

/// A library target with its test target beside it.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = [],
    testFiles: [String] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: strict),
        .testTarget(
            name: name + "Tests", dependencies: [.byName(name: name)] + dependencies + tests,
            exclude: testFiles, swiftSettings: strict),
    ]
}

let package = Package(
    name: "taskscope",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "taskscope", targets: ["taskscope"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: module("SchedulerCore", [], tests: ["TestSupport"])
        + module("SchedulerSimulation", ["SchedulerCore"], tests: ["TestSupport", "ScenarioFormat"])
        + module(
            "ScenarioFormat", ["SchedulerCore", "SchedulerSimulation"],
            tests: ["TestSupport", "TraceFormat", .product(name: "Yams", package: "Yams")])
        + module("TraceFormat", ["SchedulerCore"], tests: ["TestSupport"])
        + module(
            "TraceAnalysis", ["SchedulerCore", "TraceFormat"],
            tests: ["TestSupport", "SchedulerSimulation", "ScenarioFormat"])
        + module(
            "JobStore",
            [
                "SchedulerCore", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            tests: ["TestSupport", "JobStoreChild"])
        + module("Planning", ["SchedulerCore", "SchedulerSimulation", "TraceAnalysis"], tests: ["ScenarioFormat"])
        + module(
            "Dashboard",
            ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Planning"],
            tests: ["TestSupport"], testFiles: ["Screens"])
        + [
            .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
            .target(name: "CTerminal"),
            .executableTarget(
                name: "taskscope",
                dependencies: [
                    "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis",
                    "Planning", "Dashboard", "JobStore", "CNcurses", "CTerminal",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ],
                swiftSettings: strict),
            .target(
                name: "TestSupport",
                dependencies: ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat"],
                path: "Tests/TestSupport", swiftSettings: strict),
            .testTarget(name: "TidyTests", swiftSettings: strict),
            .testTarget(
                name: "EndToEndTests",
                dependencies: ["taskscope", "CTerminal", "Dashboard", "SchedulerCore", "ChildProcesses"],
                swiftSettings: strict),
            .executableTarget(
                name: "JobStoreChild", dependencies: ["JobStore", "SchedulerCore"], path: "Tests/JobStoreChild",
                swiftSettings: strict),
            .target(name: "ChildProcesses", path: "Tests/ChildProcesses"),
            .target(
                name: "BenchmarkPeers", path: "Tests/BenchmarkPeers", linkerSettings: [.linkedLibrary("sqlite3")]),
            .executableTarget(
                name: "Benchmarks",
                dependencies: [
                    "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "Dashboard", "JobStore", "BenchmarkPeers",
                ],
                path: "Tests/Benchmarks", exclude: ["simpy_layers.py", "screen_peers.py"], swiftSettings: strict,
                linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        ]
)
