#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How much the tests with random input draw: few cases by default, so that all tests together stay short, and as many
/// times as `TASKSCOPE_TIMES` says for a campaign, as in `TASKSCOPE_TIMES=50 swift test --filter MutatedTraceTests`.
public enum Campaign {
    /// What `TASKSCOPE_TIMES` says; 1 by default.
    public static let times = max(1, getenv("TASKSCOPE_TIMES").flatMap { Int(String(cString: $0)) } ?? 1)

    /// The number of cases of which the ordinary run takes `ordinary`.
    public static func count(_ ordinary: Int) -> Int { ordinary * times }
}
