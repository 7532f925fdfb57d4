import SchedulerCore

/// The rules of a simulation and of the copies that nothing has happened to since: who changes a shared one copies it
/// first.
///
/// Unchecked: only the owner of the one reference to a box changes what is in it.
final class SchedulerBox: @unchecked Sendable {
    // Who holds the box changes it through one reference; checking each access costs more than a start.
    @exclusivity(unchecked) var scheduler: Scheduler

    init(_ scheduler: consuming Scheduler) {
        self.scheduler = scheduler
    }
}
