/// Traces of Android as Perfetto records them.
public enum AndroidTrace {
    /// Android 13's way to say that an app was launched: two slices of the system, and after each an instant with the package.
    public static var twoLaunches: [UInt8] {
        trace([
            (10, 5, "S|5|launchingActivity#1|1"), (12, 70, "B|70|bindApplication"), (20, 70, "E|70"),
            (20, 70, "B|70|activityStart"), (30, 70, "E|70"), (42, 5, "F|5|launchingActivity#1|1"),
            (43, 5, "I|5|launchingActivity#1:completed-cold:com.shop"), (60, 5, "S|5|launchingActivity#2|2"),
            (61, 70, "B|70|activityResume"), (66, 70, "E|70"), (70, 5, "F|5|launchingActivity#2|2"),
            (71, 5, "I|5|launchingActivity#2:completed-hot:com.shop"),
        ])
    }

    /// Android 12's: the tap, the slice of the launch, and its end, twice.
    public static var twoTaps: [UInt8] {
        let (tap, done) = (
            "MetricsLogger:launchObserverNotifyIntentStarted",
            "MetricsLogger:launchObserverNotifyActivityLaunchFinished"
        )
        return trace([
            (10, 5, "B|5|\(tap)"), (11, 5, "E|5"), (14, 5, "S|5|launching: com.shop|1"),
            (15, 70, "B|70|bindApplication"), (20, 70, "E|70"), (20, 70, "B|70|activityStart"), (30, 70, "E|70"),
            (42, 5, "F|5|launching: com.shop|1"), (42, 5, "B|5|\(done)"), (43, 5, "E|5"), (60, 5, "B|5|\(tap)"),
            (61, 5, "E|5"), (64, 5, "S|5|launching: com.shop|2"), (66, 70, "B|70|activityResume"), (68, 70, "E|70"),
            (70, 5, "F|5|launching: com.shop|2"), (70, 5, "B|5|\(done)"), (71, 5, "E|5"),
        ])
    }

    /// A launch of 32 ms with two slices of Compose, 16 ms, and one of Firebase; each millisecond takes so many nanoseconds.
    public static func families(millisecond: UInt64 = 1_000_000) -> [UInt8] {
        trace(
            [
                (10, 5, "S|5|launchingActivity#1|1"), (12, 70, "B|70|Compose:recompose"), (20, 70, "E|70"),
                (24, 70, "B|70|Compose:sideeffects"), (32, 70, "E|70"), (32, 70, "B|70|fire-rc"), (33, 70, "E|70"),
                (42, 5, "F|5|launchingActivity#1|1"), (43, 5, "I|5|launchingActivity#1:completed-cold:com.shop"),
            ], millisecond: millisecond)
    }

    /// A launch of 32 ms with slices as libraries name them: 14 ms of Compose, 5 ms of Firebase, and two frames of 8 ms, in one
    /// of which Compose works.
    public static var libraries: [UInt8] {
        trace([
            (10, 5, "S|5|launchingActivity#1|1"), (12, 70, "B|70|FirebaseInitProvider"), (14, 70, "E|70"),
            (14, 70, "B|70|fire-rc"), (17, 70, "E|70"), (17, 70, "B|70|Recomposer:recompose"), (23, 70, "E|70"),
            (23, 70, "B|70|Choreographer#doFrame 1"), (24, 70, "B|70|Compose:recompose"), (27, 70, "E|70"),
            (28, 70, "E|70"), (28, 70, "B|70|Choreographer#doFrame 2"), (31, 70, "E|70"),
            (31, 70, "B|70|AndroidOwner:onMeasure"), (36, 70, "E|70"), (36, 70, "B|70|compose:lazylist:prefetch"),
            (39, 70, "E|70"), (42, 5, "F|5|launchingActivity#1|1"),
            (43, 5, "I|5|launchingActivity#1:completed-cold:com.shop"),
        ])
    }

    /// A trace of the app com.shop, process 70, and the system's process 5: lines of atrace with their milliseconds and threads.
    private static func trace(
        _ lines: [(time: UInt64, thread: UInt64, line: String)], millisecond: UInt64 = 1_000_000
    ) -> [UInt8] {
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(2) { tree in
                tree.message(1) { $0.number(1, 70).text(3, "com.shop") }
                tree.message(1) { $0.number(1, 5).text(3, "system_server") }
                tree.message(2) { $0.number(1, 70).text(2, "com.shop").number(3, 70) }
                tree.message(2) { $0.number(1, 5).text(2, "system_server").number(3, 5) }
            }
        }
        trace.packet { packet in
            packet.message(1) { bundle in
                bundle.number(1, 0)
                for line in lines {
                    bundle.message(2) { event in
                        event.number(1, line.time * millisecond).number(2, line.thread)
                        event.message(3) { $0.number(1, 0).text(2, line.line + "\n") }
                    }
                }
            }
        }
        return trace.bytes
    }
}
