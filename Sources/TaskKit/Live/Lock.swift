import Foundation

/// A mutual exclusion lock of the C library: visible to the thread sanitizer, and fast enough for the hot path.
///
/// `@unchecked Sendable`: the C library's own locking protects what the pointer points to.
package final class Lock: @unchecked Sendable {
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if canImport(Glibc)
            // Spins for a while before it sleeps.
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        #endif
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func lock() {
        pthread_mutex_lock(mutex)
    }

    package func unlock() {
        pthread_mutex_unlock(mutex)
    }

    /// Runs `body` with the lock held.
    package func with<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// Lets threads that hold a lock wait until another one signals.
///
/// `@unchecked Sendable`: the C library's own locking protects what the pointer points to.
package final class Condition: @unchecked Sendable {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Releases `lock` while it waits. Can return spuriously: check the condition again.
    package func wait(_ lock: Lock) {
        pthread_cond_wait(condition, lock.mutex)
    }

    /// Wakes one waiting thread.
    package func signal() {
        pthread_cond_signal(condition)
    }

    /// Wakes all waiting threads.
    package func broadcast() {
        pthread_cond_broadcast(condition)
    }
}

/// A value behind a lock.
///
/// `@unchecked Sendable`: the value is only touched while the lock is held.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Reads or changes the value, exclusively.
    package func with<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

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
