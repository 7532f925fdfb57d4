import Testing

@testable import SchedulerCore

@Suite struct SequencesTests {
    private func sequences(continuesOnFailure: Bool = false) -> Sequences {
        var sequences = Sequences()
        let spec = SequenceSpec(
            name: "S", steps: ["A", "B"], continuesOnFailure: continuesOnFailure, timeout: .seconds(1))
        #expect(sequences.add(spec, task: 9, steps: [1, 2]) == 0)
        return sequences
    }

    @Test("Steps follow one after the other, then all are done")
    func steps() {
        var sequences = sequences()
        #expect(sequences.next(0) == .nothing)
        sequences.goOn(0)
        #expect(sequences.takeAdvancing() == [0] && !sequences.isAdvancing)
        #expect(sequences.next(0) == .step(1))
        sequences.beginStep(0, 7)
        #expect(sequences.next(0) == .nothing)
        #expect(sequences.sequence(ofStep: 7) == 0 && sequences.timeout(ofStep: 7) == .seconds(1))
        #expect(sequences.endStep(0, isSuccess: true) == .init(sequence: 9, step: 1, stops: false))
        #expect(sequences.next(0) == .step(2))
        #expect(sequences.endStep(0, isSuccess: true)?.step == 2)
        #expect(sequences.next(0) == .allDone)
        sequences.finish(0)
        #expect(sequences.stepsOver(of: 0) == 0 && sequences.next(0) == .nothing)
    }

    @Test("A failure stops the chain, which continues with the next step")
    func stop() {
        var sequences = sequences()
        sequences.goOn(0)
        #expect(sequences.endStep(0, isSuccess: false)?.stops == true)
        #expect(sequences.next(0) == .nothing)
        #expect(sequences.endStep(0, isSuccess: true) == nil)
        sequences.goOn(0)
        #expect(sequences.next(0) == .step(2))
    }

    @Test("With onFailure: continue a failure does not stop the chain")
    func goesOn() {
        var sequences = sequences(continuesOnFailure: true)
        sequences.goOn(0)
        #expect(sequences.endStep(0, isSuccess: false)?.stops == false)
        #expect(sequences.next(0) == .step(2))
    }

    @Test("A destroyed sequence ignores the ends of its steps")
    func forget() {
        var sequences = sequences()
        sequences.goOn(0)
        sequences.beginStep(0, 7)
        #expect(sequences.forget(0) == 7)
        #expect(sequences.sequence(ofStep: 7) == nil && sequences.endStep(0, isSuccess: true) == nil)
    }
}
