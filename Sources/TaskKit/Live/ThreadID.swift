#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells threads apart.
struct ThreadID: Equatable, Sendable {
    private let number: UInt

    /// The thread that asks.
    static var current: ThreadID {
        #if canImport(Darwin)
            ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
