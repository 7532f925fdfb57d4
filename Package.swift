// swift-tools-version: 6.3
import CompilerPluginSupport
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

/// What coverage-guided fuzzing runs, only where Tests/Fuzzing/run asks for it: libFuzzer brings `main` along.
let fuzzing: [Target] =
    Context.environment["TASKSCOPE_FUZZED"] == nil
    ? []
    : [
        .executableTarget(
            name: "Fuzzing",
            dependencies: [
                "Text", "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis",
                "TraceImport",
            ], path: "Tests/Fuzzing", exclude: ["run"], swiftSettings: strict)
    ]

let package = Package(
    name: "taskscope",
    // The oldest systems with `Synchronization.Atomic` (TaskKit) and `UInt128` (SchedulerCore); nothing else needs newer ones.
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "taskscope", targets: ["taskscope"]),
        .library(name: "TaskKit", targets: ["TaskKit"]),
        .library(name: "TaskKitAnnotations", targets: ["TaskKitAnnotations"]),
        .library(name: "TaskKitInspector", targets: ["TaskKitInspector"]),
        .library(name: "TaskKitEvents", targets: ["TaskKitEvents"]),
        .library(name: "TaskKitScenario", targets: ["TaskKitScenario"]),
        .library(name: "TaskKitApp", targets: ["TaskKitApp"]),
        .library(name: "TaskKitJobStore", targets: ["TaskKitJobStore"]),
        .library(name: "TaskKitServices", targets: ["TaskKitServices"]),
        .executable(name: "SampleApp", targets: ["SampleApp"]),
    ],
    // What an app does not enable, it does not resolve: an app that takes TaskKit alone writes `traits: []`.
    traits: [
        .trait(name: "Annotations", description: "TaskKitAnnotations and TaskKitApp: tasks declared by annotations"),
        .trait(name: "Jobs", description: "TaskKitJobStore: durable jobs in SQLite"),
        .trait(name: "Services", description: "TaskKitServices: logs, metrics, traces, service lifecycle"),
        .trait(
            name: "Program", description: "the program taskscope, its tests and its documentation",
            enabledTraits: ["Jobs"]),
        .default(enabledTraits: ["Annotations", "Jobs", "Services", "Program"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: module("Text", [], tests: ["TestSupport"])
        + module("SchedulerCore", [], tests: ["TestSupport", "SchedulerInvariants"])
        + module(
            "SchedulerSimulation", ["SchedulerCore", "Text"],
            tests: ["TestSupport", "SchedulerInvariants", "ScenarioFormat", "TraceFormat"])
        + module(
            "ScenarioFormat", ["SchedulerCore", "SchedulerSimulation", "Text"],
            tests: [
                "TestSupport", "TraceFormat",
                .product(name: "Yams", package: "Yams", condition: .when(traits: ["Program"])),
            ])
        + module("TraceFormat", ["SchedulerCore", "Text"], tests: ["TestSupport"])
        + module(
            "TraceAnalysis", ["SchedulerCore", "TraceFormat", "Text"],
            tests: ["TestSupport", "SchedulerSimulation", "ScenarioFormat"])
        + module(
            "TraceImport",
            ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Text"],
            tests: ["TestSupport", "SimulatedApps"])
        + module(
            "JobStore",
            [
                "SchedulerCore", .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Jobs"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Jobs"])),
            ], tests: ["TestSupport"])
        + module(
            "Planning", ["SchedulerCore", "SchedulerSimulation", "TraceFormat", "TraceAnalysis", "Text"],
            tests: ["TestSupport", "ScenarioFormat"], testFiles: ["Golden"])
        + module("ScreenKit", ["Text"])
        + module(
            "Dashboard",
            [
                "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Planning",
                "ScreenKit", "Text",
            ],
            tests: ["TestSupport"], testFiles: ["Screens"])
        + module(
            "TaskKit", ["SchedulerCore", "TraceFormat", "Text", "CTaskKit"],
            tests: [
                "TestSupport", "TaskKitTestSupport", "SchedulerInvariants", "SchedulerSimulation", "ScenarioFormat",
                "ChildProcesses",
                "TaskKitJobStore", "JobStore", "TaskKitChild", "TaskKitAnnotations", "TaskKitEvents", "TaskKitScenario",
            ])
        + module(
            "TaskKitInspector", ["TaskKit", "SchedulerCore", "TraceFormat"],
            tests: ["TestSupport", "TaskKitTestSupport", "SchedulerSimulation"])
        + module(
            "TaskKitEvents", ["TaskKit", "SchedulerCore", "CTaskKit"], tests: ["TaskKitTestSupport"])
        + [
            .target(
                name: "TaskKitScenario",
                dependencies: ["TaskKit", "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat"],
                swiftSettings: strict),
            // The only one that builds swift-syntax. No test target names the macros: SwiftPM would then build every test
            // target as a tool of the host, without the executables that some of them import. TaskKitMacrosTests runs the
            // compiler instead.
            .target(
                name: "TaskKitAnnotations", dependencies: ["TaskKit", "SchedulerCore", "TaskKitMacros", "CTaskKit"],
                swiftSettings: strict),
            .target(
                name: "TaskKitApp",
                dependencies: ["TaskKit", "TaskKitAnnotations", "TaskKitInspector", "TaskKitEvents"],
                swiftSettings: strict),
        ]
        + module(
            "TaskKitJobStore", ["TaskKit", "JobStore", "SchedulerCore"],
            tests: ["TestSupport", "JobStoreChild", "ChildProcesses"])
        + module(
            "TaskKitServices",
            [
                "TaskKit", "SchedulerCore", "TraceFormat",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Services"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Services"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Services"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Services"])
                ),
            ],
            tests: [
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Services"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Services"])),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Services"])),
                .product(
                    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Services"])),
            ])
        + [
            .macro(
                name: "TaskKitMacros",
                dependencies: [
                    "Text",
                    .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Annotations"])),
                    .product(
                        name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: .when(traits: ["Annotations"])),
                    .product(
                        name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Annotations"])),
                    .product(
                        name: "SwiftDiagnostics", package: "swift-syntax", condition: .when(traits: ["Annotations"])),
                    .product(
                        name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Annotations"])),
                ],
                swiftSettings: strict),
            .testTarget(
                name: "TaskKitMacrosTests",
                dependencies: [
                    "TaskKit", "TaskKitAnnotations", "TaskKitScenario", "ScenarioFormat", "Text", "ChildProcesses",
                    "AnnotatedChild",
                ],
                exclude: ["Wrong"], swiftSettings: strict),
            .target(
                name: "AnnotatedTasks", dependencies: ["TaskKit", "TaskKitAnnotations"], path: "Tests/AnnotatedTasks",
                swiftSettings: strict),
            .executableTarget(
                name: "AnnotatedChild",
                dependencies: ["TaskKit", "TaskKitAnnotations", "AnnotatedTasks", "SchedulerCore"],
                path: "Tests/AnnotatedChild", exclude: ["optimized"],
                swiftSettings: strict),
            .target(name: "CTaskKit"),
            .executableTarget(
                name: "FirstApp", dependencies: ["TaskKitApp"], path: "Demo/FirstApp", swiftSettings: strict),
            .executableTarget(
                name: "SampleApp",
                dependencies: [
                    "TaskKitApp", "TaskKitJobStore", "TaskKitServices", "JobStore",
                    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Services"])),
                ],
                path: "Demo/SampleApp", swiftSettings: strict),
            .testTarget(
                name: "SampleAppTests",
                dependencies: [
                    "SampleApp", "FirstApp", "TaskKitChild", "ChildProcesses", "TraceFormat", "SchedulerCore",
                ],
                swiftSettings: strict),
            .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
            .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
            .target(name: "CTerminal"),
            .executableTarget(
                name: "taskscope",
                dependencies: [
                    "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis",
                    "TraceImport", "Planning", "ScreenKit", "Dashboard", "JobStore", "Text", "CNcurses", "CTerminal",
                    "CZlib",
                    .product(
                        name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"])),
                ],
                swiftSettings: strict),
            .target(
                name: "TestSupport",
                dependencies: ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat"],
                path: "Tests/TestSupport", swiftSettings: strict),
            // What must hold after every input; it sees the core's insides, so it is built for tests only.
            .target(
                name: "SchedulerInvariants", dependencies: ["SchedulerCore"], path: "Tests/SchedulerInvariants",
                swiftSettings: strict),
            .target(
                name: "TaskKitTestSupport", dependencies: ["TaskKit", "SchedulerCore", "TraceFormat"],
                path: "Tests/TaskKitTestSupport", swiftSettings: strict),
            .target(
                name: "NaiveModel",
                dependencies: ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TestSupport"],
                path: "Tests/NaiveModel", swiftSettings: strict),
            .target(
                name: "SimulatedApps",
                dependencies: ["SchedulerCore", "SchedulerSimulation", "TraceImport", "TestSupport"],
                path: "Tests/SimulatedApps", swiftSettings: strict),
            .executableTarget(
                name: "ImportMeasures", dependencies: ["SimulatedApps"], path: "Tests/ImportMeasures",
                swiftSettings: strict),
            .executableTarget(
                name: "TraceBenchmarks",
                dependencies: ["SchedulerCore", "SchedulerSimulation", "TraceFormat", "TraceAnalysis", "TraceImport"],
                path: "Tests/TraceBenchmarks", exclude: ["compare_orjson.py"], swiftSettings: strict),
            .testTarget(
                name: "NaiveModelTests",
                dependencies: ["NaiveModel", "NaiveModelRuns", "ScenarioFormat", "TestSupport", "ChildProcesses"],
                swiftSettings: strict),
            .executableTarget(
                name: "NaiveModelRuns", dependencies: ["NaiveModel"], path: "Tests/NaiveModelRuns",
                swiftSettings: strict),
            .testTarget(name: "TidyTests", swiftSettings: strict),
            .testTarget(
                name: "EndToEndTests",
                dependencies: [
                    "taskscope", "CTerminal", "Dashboard", "SchedulerCore", "Text", "TraceFormat", "ChildProcesses",
                    "WatchedChild", "TestSupport",
                    "SampleApp",
                ],
                swiftSettings: strict),
            .executableTarget(
                name: "WatchedChild", dependencies: ["TaskKit", "TaskKitInspector", "TaskKitEvents", "SchedulerCore"],
                path: "Tests/WatchedChild",
                swiftSettings: strict),
            .executableTarget(
                name: "JobStoreChild",
                dependencies: [
                    "TaskKit", "TaskKitJobStore", "JobStore", "SchedulerCore", "TraceFormat", "TestSupport",
                    "FailingCalls",
                ],
                path: "Tests/JobStoreChild", swiftSettings: strict),
            .target(
                name: "FailingCalls", path: "Tests/FailingCalls", linkerSettings: [.linkedLibrary("sqlite3")]),
            .executableTarget(
                name: "TaskKitChild",
                dependencies: [
                    "TaskKit", "TaskKitApp", "TaskKitInspector", "TaskKitEvents", "TaskKitJobStore", "SchedulerCore",
                    "ChildProcesses",
                ],
                path: "Tests/TaskKitChild", swiftSettings: strict),
            .target(name: "ChildProcesses", path: "Tests/ChildProcesses"),
            .target(
                name: "BenchmarkPeers", path: "Tests/BenchmarkPeers", linkerSettings: [.linkedLibrary("sqlite3")]),
            .target(
                name: "BenchmarkSupport", dependencies: ["SchedulerCore", "SchedulerSimulation", "BenchmarkPeers"],
                path: "Tests/BenchmarkSupport", swiftSettings: strict),
            .executableTarget(
                name: "LiveBenchmarks",
                dependencies: ["BenchmarkSupport", "SchedulerCore", "TaskKit", "TaskKitInspector"],
                path: "Tests/LiveBenchmarks", swiftSettings: strict),
            .executableTarget(
                name: "PlanningBenchmarks",
                dependencies: [
                    "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceAnalysis", "Planning",
                    "TestSupport",
                ],
                path: "Tests/PlanningBenchmarks", swiftSettings: strict,
                linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
            .executableTarget(
                name: "Benchmarks",
                dependencies: [
                    "BenchmarkSupport", "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat",
                    "Planning", "Dashboard", "JobStore", "TaskKit", "TaskKitJobStore", "BenchmarkPeers", "CTerminal",
                ],
                path: "Tests/Benchmarks", exclude: ["simpy_layers.py", "screen_peers.py", "screen_load.py"],
                swiftSettings: strict,
                linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        ] + fuzzing
)
