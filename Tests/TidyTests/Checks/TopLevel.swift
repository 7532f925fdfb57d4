/// What the package's folder holds.
enum TopLevel {
    static let names: Set<String> = ["Package.swift", "Sources", "Tests", "Demo", "README.md"]

    static func check(_ present: [String]) -> [Finding] {
        present.filter { !$0.hasPrefix(".") && !names.contains($0) && !Repository.generated.contains($0) }.map {
            Finding(path: $0, message: "does not belong at the top level")
        }
    }
}
