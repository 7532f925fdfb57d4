import AnnotatedTasks
import TaskKit
import Testing
@Test func linked() {
    let found = LinkedTasks.find(epoch: 0)
    for task in found.tasks { print(task) }
    print(found.jobs, found.sites)
}
