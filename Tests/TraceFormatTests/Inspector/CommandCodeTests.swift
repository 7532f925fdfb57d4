import SchedulerCore
import Testing

@testable import TraceFormat

@Suite struct CommandCodeTests {
    @Test func `every word belongs to one row`() {
        let words = CommandCode.all.map { "\($0.word)" }
        #expect(Set(words).count == words.count)
    }

    @Test(arguments: CommandCode.all.indices)
    func `a row takes apart what it made, and no other row does`(row: Int) throws {
        let code = CommandCode.all[row]
        let command = try #require(code.make(code.members))
        #expect(code.take(command) == code.members)
        #expect(CommandCode.all.filter { $0.take(command) != nil }.count == 1)
        #expect(CommandKind(command).row == row)
    }
}
