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

    /// Replaces the value. Returns the old one, so that it is released without the lock: that may run app code.
    package func exchange(_ new: Value) -> Value {
        with { value in
            defer { value = new }
            return value
        }
    }

    /// What it holds, for the first who asks.
    package func take<Held>() -> Held? where Value == Held? { exchange(nil) }
}
