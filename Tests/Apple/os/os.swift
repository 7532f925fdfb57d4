// swift-format-ignore-file
// What our modules use of the unified log, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/os.

/// oslogprivacy
public struct OSLogPrivacy {
    /// oslogprivacy/public
    public static var `public`: OSLogPrivacy { fatalError() }
}

/// osloginterpolation
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    /// osloginterpolation/appendinterpolation(_:align:privacy:)
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy
    ) { fatalError() }
}

/// oslogmessage
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) { fatalError() }
    public init(stringLiteral value: String) { fatalError() }
}

/// signpostmetadata
public typealias SignpostMetadata = OSLogMessage

/// ossignpostid
public struct OSSignpostID: Sendable {
    /// ossignpostid/exclusive
    public static let exclusive: OSSignpostID = { fatalError() }()
}

/// ossignpostintervalstate
public final class OSSignpostIntervalState { init() { fatalError() } }

/// ossignposter
public struct OSSignposter {
    /// ossignposter/init(subsystem:category:)
    public init(subsystem: String, category: String) { fatalError() }
    /// ossignposter/isenabled
    public var isEnabled: Bool { fatalError() }
    /// ossignposter/makesignpostid()
    public func makeSignpostID() -> OSSignpostID { fatalError() }
    /// ossignposter/begininterval(_:id:_:)
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { fatalError() }
    /// ossignposter/endinterval(_:_:)
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) { fatalError() }
}
