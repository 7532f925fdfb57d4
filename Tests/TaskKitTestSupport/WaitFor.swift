import Foundation

/// A state that did not come in time.
package struct Late: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

/// Waits for a state with a deadline; between two looks other threads need the processor.
package func waitFor(_ what: @autoclosure () -> String, until condition: () throws -> Bool) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(120)
    while try !condition() {
        guard clock.now < deadline else { throw Late(description: "no \(what())") }
        try await Task.sleep(for: .milliseconds(5))
    }
}
