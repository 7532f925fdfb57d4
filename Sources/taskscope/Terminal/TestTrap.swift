#if DEBUG
    import CTerminal
    import Dashboard

    /// A crash on demand for the tests of the crash guard; not in a release build.
    enum TestTrap {
        /// With TASKSCOPE_TEST_TRAP=key in the environment, F12 causes a Swift trap.
        static func spring(at message: Message) {
            guard message == .key(.function(12)), let value = getenv("TASKSCOPE_TEST_TRAP") else { return }
            precondition(String(cString: value) != "key", "TASKSCOPE_TEST_TRAP")
        }
    }
#endif
