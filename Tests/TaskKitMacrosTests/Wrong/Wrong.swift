import TaskKit

// What the compiler must say, and offer, about annotations in wrong places; read by the compiler's own `-verify`.

@EventTask()  // expected-error{{no event releases this task}}{{1-13=@EventTask(on: .didFinishLaunching)}}
enum NoEvent {
    static func run() {}
}
