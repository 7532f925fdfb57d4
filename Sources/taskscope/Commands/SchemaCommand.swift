import ArgumentParser
import ScenarioFormat

/// `taskscope schema`
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of scenario files, for editors.")

    func run() {
        Output.write(ScenarioSchema.json)
    }
}
