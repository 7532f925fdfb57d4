import Foundation

/// A copy of the package whose sources hold changes behind a switch; it is kept, so the next build is a short one.
struct MutatedCopy {
    let package: FrozenPackage
    let folder: URL
    /// The test targets that it builds, with what they need.
    let suites: [String]

    /// The switch that its processes read, see `MutationSwitch`.
    var mutationSwitch: MutationSwitch { MutationSwitch(file: folder.appendingPathComponent(".build/mutation-switch")) }

    /// Writes all that differs from the copy of the last time.
    func write(_ changed: [String: String]) throws {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        // Written again, the switch would have every changed module built again.
        let switchFiles = mutationSwitch.sources
        var wanted = Set(switchFiles.keys.map { Self.switchFolder + $0 })
        for path in package.paths where path != "Package.swift" {
            let source = package.folder.appendingPathComponent(path)
            wanted.insert(path)
            let mode = try files.attributesOfItem(atPath: source.path)[.posixPermissions]
            try write(changed[path].map { Data($0.utf8) } ?? Data(contentsOf: source), at: path, mode: mode)
        }
        for path in try Self.run(
            "/usr/bin/env", ["find", "Sources", "Tests", "-type", "f"], at: folder, orNothing: true
        )
        .lines where !wanted.contains(path) {
            try files.removeItem(at: folder.appendingPathComponent(path))
        }
        for (path, text) in switchFiles {
            try write(Data(text.utf8), at: Self.switchFolder + path, mode: nil)
        }
        let manifest = try String(
            contentsOf: package.folder.appendingPathComponent("Package.swift"), encoding: .utf8)
        let modules = Set(changed.keys.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
        try write(Data((manifest + manifestEnd(modules.sorted())).utf8), at: "Package.swift", mode: nil)
    }

    private func write(_ bytes: Data, at path: String, mode: Any?) throws {
        let target = folder.appendingPathComponent(path)
        // What is as it was is not compiled again.
        if (try? Data(contentsOf: target)) == bytes { return }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: target)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path) }
    }

    private static let switchFolder = "Sources/MutationSwitch/"
    /// Puts the switch's module where tests that run the compiler have it look for the modules that they name: the modules
    /// that it changed import it, too.
    func publishSwitch() throws {
        for (path, text) in mutationSwitch.sources where path.hasPrefix("include/") {
            let name = path.dropFirst("include/".count)
            try write(Data(text.utf8), at: ".build/debug/Modules/MutationSwitch/\(name)", mode: nil)
        }
    }

    /// Only the suites and what they need, each changed module with the switch, and no warnings: `isMutant` makes some.
    /// What the tests run is optimized, as it runs hundreds of times; it still stops at an assertion that fails.
    private func manifestEnd(_ modules: [String]) -> String {
        """

        package.targets.append(.target(name: "MutationSwitch", path: "Sources/MutationSwitch"))
        for target in package.targets {
            let fast = ["-O", "-Xfrontend", "-assert-config", "-Xfrontend", "Debug"]
            target.swiftSettings = target.swiftSettings.map { _ in
                [
                    .swiftLanguageMode(.v6),
                    .unsafeFlags(["-suppress-warnings"] + (target.type == .test ? [] : fast)),
                ]
            }
            if \(modules).contains(target.name) { target.dependencies.append("MutationSwitch") }
        }
        let wantedSuites = \(suites)
        var wantedTargets = Set<String>()
        var openTargets = wantedSuites
        while let name = openTargets.popLast() {
            guard wantedTargets.insert(name).inserted, let target = package.targets.first(where: { $0.name == name })
            else { continue }
            for dependency in target.dependencies {
                switch dependency {
                case .targetItem(let name, _), .byNameItem(let name, _): openTargets.append(name)
                default: break
                }
            }
        }
        package.targets.removeAll { !wantedTargets.contains($0.name) }
        package.products.removeAll()

        """
    }

    /// What a command prints on standard output.
    static func run(_ program: String, _ arguments: [String], at folder: URL, orNothing: Bool = false) throws -> String
    {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        if orNothing { process.standardError = FileHandle.nullDevice }
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// Its lines without the empty ones.
    var lines: [String] { split(separator: "\n").map(String.init) }
}
