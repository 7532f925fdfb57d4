import Foundation

/// Ends the wait of a thread that polls descriptors, from any other thread.
package final class WakeUp: Sendable {
    /// Becomes readable when the thread is to wake up.
    package let descriptor: Int32
    private let writing: Int32

    /// Opens a pipe; without one nobody can be woken, so the process has no descriptor left to go on with.
    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no descriptor is left for a pipe")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Wakes the thread; a pipe that is full has enough to wake it.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// The thread is awake: the descriptor is no longer readable, until the next `wake`.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
