#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Computes many results on all cores, in the order of their numbers, whichever core is faster.
enum ParallelRuns {
    /// The results of `work` for 0 ..< count. Each depends on its number alone.
    static func map<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Result) -> [Result] {
        let cores = max(1, min(count, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        let shares = (0..<cores).map { first in
            Share {
                var results: [Result] = []
                for number in stride(from: first, to: count, by: cores) { results.append(work(number)) }
                return results
            }
        }
        for share in shares.dropFirst() { share.start() }
        shares.first?.runHere()
        let parts = shares.map { $0.join() }
        return (0..<count).map { parts[$0 % cores][$0 / cores] }
    }
}

/// One core's part of the work.
// Unchecked: `results` is written by the one thread that runs the share, and read after that thread is joined.
private final class Share<Result: Sendable>: @unchecked Sendable {
    private let work: @Sendable () -> [Result]
    private var results: [Result] = []
    private var thread: pthread_t?

    init(_ work: @escaping @Sendable () -> [Result]) {
        self.work = work
    }

    func runHere() { results = work() }

    /// Runs the work on a thread of its own; on this one if no thread can be created.
    func start() {
        let body = Unmanaged.passRetained(Body { self.runHere() })
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let result = pthread_create(&thread, &attributes, { runBody($0) }, body.toOpaque())
        pthread_attr_destroy(&attributes)
        if result == 0 {
            self.thread = thread
        } else {
            body.release()
            runHere()
        }
    }

    func join() -> [Result] {
        if let thread { pthread_join(thread, nil) }
        return results
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

#if canImport(Glibc)
    private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }
#else
    private func runBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#endif
