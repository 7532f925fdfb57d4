import TaskKitAnnotations

@EventTask(on: .didFinishLaunching)
enum Home {
    static func run() {}
}

print(LinkedTasks.find().sites)
