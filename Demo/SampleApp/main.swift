import TaskKit

print("SampleApp: \(TaskKit.self) is linked; its tasks are still to come")
