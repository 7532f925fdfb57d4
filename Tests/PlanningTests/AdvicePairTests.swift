import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Planning

/// Changes that gain more together.
@Suite struct AdvicePairTests {
    @Test func `pairs gain more than either of their changes, and really do`() throws {
        let scenario = try LaunchOutlookTests.shop()
        let planned = try PlannedLaunch(of: scenario)
        let search = try #require(AdviceSearch(planned))
        let singles = search.singles().advice
        let pairs = search.pairs(of: singles).advice
        #expect(!pairs.isEmpty)
        for pair in pairs.prefix(5) {
            var changed = scenario
            for change in pair.changes { change.apply(to: &changed) }
            #expect(SmallLaunches.launchTime(changed) == pair.launch)
            #expect(SmallLaunches.launchTime(scenario).map { Nanoseconds($0.count - pair.launch.count) } == pair.gain)
            for change in pair.changes {
                #expect(pair.launch < (SmallLaunches.launchTime(change.applied(to: scenario)) ?? .zero))
            }
        }
    }

    @Test func `a change that gains nothing until another is made is found in a pair`() throws {
        // Without Accounts after Session, Theme is what Overview waits for.
        let text = """
            name: Bank
            tasks:
              - {name: Session, on: launch, lane: network, duration: 400ms}
              - {name: Accounts, on: launch, lane: network, after: [Session], duration: 100ms}
              - {name: Remote, on: launch, lane: network, duration: 300ms}
              - {name: Theme, on: launch, after: [Remote], duration: 20ms}
              - {name: Overview, on: launch, after: [Accounts, Theme], duration: 50ms}
            lanes: {network: 4}
            """
        let scenario = try #require(ScenarioReader.read(bytes: Array(text.utf8), file: "bank.yaml").scenario)
        let search = try #require(AdviceSearch(try PlannedLaunch(of: scenario)))
        let singles = search.singles().advice
        #expect(!singles.contains { $0.title.contains("Theme") })
        let pairs = search.pairs(of: singles).advice
        let pair = try #require(pairs.first { $0.title == "Accounts not after Session and Theme not after Remote" })
        var changed = scenario
        for change in pair.changes { change.apply(to: &changed) }
        #expect(SmallLaunches.launchTime(changed) == pair.launch)
        #expect(pair.condition == "Accounts does not need Session and Theme does not need Remote")
    }

    @Test func `the change that stands first is tried with every other one`() throws {
        // Insurance low gains as much as the smaller change to default, but more beside Staff low.
        let text = """
            lanes: {disk: 1, net: 2, cpu: 2}
            tasks:
              - {name: Vault, on: willFinishLaunching, duration: 45ms}
              - {name: Schema, on: willFinishLaunching, lane: disk, duration: 140ms, blocks: true}
              - {name: Token, on: launch, lane: net, after: [Vault], duration: 130ms}
              - {name: Staff, on: launch, lane: net, after: [Token, Schema], duration: 170ms}
              - {name: Rooms, on: launch, lane: net, after: [Token], duration: 90ms}
              - {name: Appointments, on: launch, lane: net, after: [Token], duration: 210ms}
              - {name: Insurance, on: launch, lane: net, after: [Token], priority: high, duration: 160ms}
              - {name: Search, on: launch, lane: cpu, after: [Staff], duration: 110ms}
              - {name: Calendar, on: launch, lane: cpu, after: [Appointments, Rooms], duration: 85ms}
              - {name: Home, on: launch, after: [Calendar], duration: 70ms}
              - {name: Kiosk, on: launch, after: [Home, Search], duration: 25ms}
            """
        let scenario = try #require(ScenarioReader.read(bytes: Array(text.utf8), file: "clinic.yaml").scenario)
        let search = try #require(AdviceSearch(try PlannedLaunch(of: scenario)))
        let pairs = search.pairs(of: search.singles().advice).advice
        #expect(pairs.first?.title == "Staff priority low and Insurance priority low")
        #expect(pairs.first?.launch == .milliseconds(665))
    }
}
