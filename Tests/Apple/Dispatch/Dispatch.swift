// swift-format-ignore-file
// What our modules use of Dispatch on Apple's systems, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/dispatch.

@_exported import Darwin

/// dispatchqueue
open class DispatchQueue: @unchecked Sendable {
    /// dispatchqueue/main
    public class var main: DispatchQueue { fatalError() }
    /// dispatchqueue/global(qos:)
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
    /// dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
    public convenience init(
        label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
        autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
    ) { fatalError() }
    /// dispatchqueue/async(group:qos:flags:execute:)
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) { fatalError() }
    /// dispatchqueue/asyncafter(deadline:qos:flags:execute:)
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {
        fatalError()
    }
    /// dispatchqueue/sync(execute:)
    public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { fatalError() }
    /// dispatchqueue/setspecific(key:value:)
    public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) { fatalError() }
    /// dispatchqueue/getspecific(key:)
    public class func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? { fatalError() }
    /// dispatchqueue/attributes
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { fatalError() }
        public static let concurrent = Attributes(rawValue: 2)
    }
    /// dispatchqueue/autoreleasefrequency
    public enum AutoreleaseFrequency: Sendable { case inherit, workItem, never }
}

/// dispatchspecifickey
public final class DispatchSpecificKey<Value> {
    /// dispatchspecifickey/init()
    public init() { fatalError() }
}

extension DispatchSpecificKey: Sendable where Value: Sendable {}

/// dispatchqos
public struct DispatchQoS: Equatable, Sendable {
    /// dispatchqos/qosclass-swift.enum
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
    public static let unspecified = DispatchQoS()
    public static let userInitiated = DispatchQoS()
    public static let userInteractive = DispatchQoS()
    public static let utility = DispatchQoS()
    public static let background = DispatchQoS()
    public static let `default` = DispatchQoS()
    init() { fatalError() }
}

/// dispatchtime
public struct DispatchTime: Comparable, Sendable {
    /// dispatchtime/now()
    public static func now() -> DispatchTime { fatalError() }
    /// dispatchtime/distantfuture
    public static let distantFuture: DispatchTime = { fatalError() }()
    /// dispatchtime/uptimenanoseconds
    public var uptimeNanoseconds: UInt64 { fatalError() }
    public static func < (left: DispatchTime, right: DispatchTime) -> Bool { fatalError() }
}

/// dispatchtimeinterval
public enum DispatchTimeInterval: Equatable, Sendable {
    case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }

/// dispatchtimeoutresult
public enum DispatchTimeoutResult: Sendable { case success, timedOut }

/// dispatchsemaphore
open class DispatchSemaphore: @unchecked Sendable {
    /// dispatchsemaphore/init(value:)
    public init(value: Int) { fatalError() }
    /// dispatchsemaphore/signal()
    @discardableResult public func signal() -> Int { fatalError() }
    /// dispatchsemaphore/wait()
    public func wait() { fatalError() }
    /// dispatchsemaphore/wait(timeout:)
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}

/// dispatchsourceprotocol
public protocol DispatchSourceProtocol: AnyObject {
    /// dispatchsourceprotocol/seteventhandler(qos:flags:handler:)
    func setEventHandler(handler: (@Sendable @convention(block) () -> Void)?)
    /// dispatchsourceprotocol/resume()
    func resume()
    /// dispatchsourceprotocol/activate()
    func activate()
    /// dispatchsourceprotocol/cancel()
    func cancel()
}

/// dispatchsourcetimer
public protocol DispatchSourceTimer: DispatchSourceProtocol {}

extension DispatchSourceTimer {
    /// dispatchsourcetimer/schedule(deadline:repeating:leeway:)
    public func schedule(
        deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) { fatalError() }
}

/// dispatchsourcememorypressure
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {
    /// dispatchsourcememorypressure/data
    var data: DispatchSource.MemoryPressureEvent { get }
}

/// dispatchsource
open class DispatchSource {
    /// dispatchsource/timerflags
    public struct TimerFlags: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let strict = TimerFlags(rawValue: 1)
    }
    /// dispatchsource/maketimersource(flags:queue:)
    public class func makeTimerSource(flags: TimerFlags = [], queue: DispatchQueue? = nil) -> any DispatchSourceTimer {
        fatalError()
    }
    /// dispatchsource/memorypressureevent
    public struct MemoryPressureEvent: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let normal = MemoryPressureEvent(rawValue: 1)
        public static let warning = MemoryPressureEvent(rawValue: 2)
        public static let critical = MemoryPressureEvent(rawValue: 4)
        public static let all: MemoryPressureEvent = [.normal, .warning, .critical]
    }
    /// dispatchsource/makememorypressuresource(eventmask:queue:)
    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure { fatalError() }
}
