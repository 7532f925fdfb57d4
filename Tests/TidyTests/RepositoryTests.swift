import Testing

/// Every check, over everything in the repository.
@Suite struct RepositoryTests {
    @Test func theTextIsFound() {
        #expect(Repository.swiftFiles.count > 100)
        #expect(Repository.swiftFiles.contains { $0.path == "Tests/TidyTests/RepositoryTests.swift" })
        #expect(Repository.files.contains { $0.path == "Package.swift" })
        #expect(Repository.topLevel.contains("Sources"))
    }

    @Test func everyModuleHasARowInTheImportMap() {
        let modules = Set(Repository.swiftFiles.filter(\.isSource).map(\.module))
        #expect(modules.subtracting(Imports.allowed.keys).sorted() == [])
    }

    @Test func theImportMapAllowsNothingThatNoFileImports() {
        for (module, names) in Imports.allowed {
            let files = Repository.swiftFiles.filter { $0.isSource && $0.module == module }
            let imported = Set(files.flatMap { $0.codeLines.compactMap(Imports.imported) })
            #expect(names.subtracting(Imports.platform).subtracting(imported).sorted() == [], "\(module)")
        }
    }

    @Test func theArchitecturePageSaysWhatEachModuleIs() throws {
        let page = try #require(Repository.files.first { $0.path == Imports.page })
        let entries = page.lines.filter { $0.hasPrefix("- `") }.compactMap { $0.split(separator: ":").first }
        let modules = entries.flatMap { $0.split(separator: "`").map(String.init) }
        #expect(Set(Imports.allowed.keys).subtracting(modules).sorted() == [])
    }

    @Test(
        arguments: [
            ("imports", Imports.check), ("calls", BannedCalls.check), ("type names", Names.checkTypes),
            ("file names", Names.checkFile), ("sizes", Sizes.check), ("concurrency", UnsafeConcurrency.check),
            ("embedded", EmbeddedSwift.check),
        ] as [(String, @Sendable (SourceFile) -> [Finding])])
    func swiftFilesAreTidy(_ name: String, _ check: @Sendable (SourceFile) -> [Finding]) {
        expectNone(Repository.swiftFiles.flatMap(check))
    }

    @Test func noPathOfAMachineIsCommitted() {
        expectNone(Repository.files.flatMap(MachinePaths.check))
    }

    @Test func noHabitOfOursIsLeftInTheEnglish() {
        expectNone(Repository.files.flatMap(Wording.check))
    }

    @Test func oneThingHasOneWord() {
        expectNone(Repository.files.flatMap(Terms.check))
    }

    @Test func theTopLevelHoldsNothingElse() {
        expectNone(TopLevel.check(Repository.topLevel))
    }

    private func expectNone(_ findings: [Finding]) {
        #expect(findings.isEmpty, "\(findings.map { "\n" + $0.description }.joined())")
    }
}
