// swift-format-ignore-file
// What our modules use of Foundation on Apple's systems, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/foundation.

@_exported import Darwin
@_exported import Dispatch

/// timeinterval
public typealias TimeInterval = Double

/// date
public struct Date: Comparable, Hashable, Codable, Sendable {
    public init() { fatalError() }
    /// date/init(timeintervalsince1970:)
    public init(timeIntervalSince1970: TimeInterval) { fatalError() }
    /// date/timeintervalsince1970
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    /// date/distantpast
    public static let distantPast: Date = { fatalError() }()
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
    public static func + (left: Date, right: TimeInterval) -> Date { fatalError() }
}

/// data
public struct Data: Hashable, RandomAccessCollection, Sendable {
    public typealias Element = UInt8
    public typealias Index = Int
    /// data/init(_:)
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 { fatalError() }
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(position: Int) -> UInt8 { fatalError() }
}

/// url
public struct URL: Hashable, Sendable {
    /// url/init(string:)
    public init?(string: String) { fatalError() }
    /// url/init(fileurlwithpath:)
    public init(fileURLWithPath path: String) { fatalError() }
    /// url/appendingpathcomponent(_:)
    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
    /// url/appending(path:directoryhint:)
    public func appending(path: String) -> URL { fatalError() }
    /// url/applicationsupportdirectory
    public static var applicationSupportDirectory: URL { fatalError() }
    /// url/deletinglastpathcomponent()
    public func deletingLastPathComponent() -> URL { fatalError() }
    /// url/path
    public var path: String { fatalError() }
    /// url/absolutestring
    public var absoluteString: String { fatalError() }
}

/// uuid
public struct UUID: Hashable, Sendable {
    public init() { fatalError() }
    /// uuid/uuidstring
    public var uuidString: String { fatalError() }
}

/// fileattributekey
public struct FileAttributeKey: Hashable, Sendable {
    public static let posixPermissions = FileAttributeKey()
}

/// filemanager
open class FileManager: @unchecked Sendable {
    public class var `default`: FileManager { fatalError() }
    /// filemanager/temporarydirectory
    public var temporaryDirectory: URL { fatalError() }
    /// filemanager/createdirectory(at:withintermediatedirectories:attributes:)
    public func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { fatalError() }
    /// filemanager/removeitem(at:)
    public func removeItem(at url: URL) throws { fatalError() }
    /// filemanager/copyitem(atpath:topath:)
    public func copyItem(atPath source: String, toPath destination: String) throws { fatalError() }
    /// filemanager/fileexists(atpath:)
    public func fileExists(atPath path: String) -> Bool { fatalError() }
    /// filemanager/setattributes(_:ofitematpath:)
    public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws { fatalError() }
}

/// nshomedirectory()
public func NSHomeDirectory() -> String { fatalError() }

/// calendar
public struct Calendar: Hashable, Sendable {
    /// calendar/autoupdatingcurrent
    public static var autoupdatingCurrent: Calendar { fatalError() }
    /// calendar/matchingpolicy
    public enum MatchingPolicy: Hashable, Sendable { case nextTime, nextTimePreservingSmallerComponents, strict }
    /// calendar/nextdate(after:matching:matchingpolicy:repeatedtimepolicy:direction:)
    public func nextDate(
        after date: Date, matching components: DateComponents, matchingPolicy: MatchingPolicy
    ) -> Date? { fatalError() }
}

/// datecomponents
public struct DateComponents: Hashable, Sendable {
    public init(hour: Int? = nil, minute: Int? = nil, second: Int? = nil) { fatalError() }
}

/// thread
open class Thread: @unchecked Sendable {
    /// thread/init(block:)
    public init(block: @escaping @Sendable () -> Void) { fatalError() }
    /// thread/detachnewthread(_:)
    public class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
    /// thread/ismainthread
    public class var isMainThread: Bool { fatalError() }
    /// thread/name
    public var name: String? {
        get { fatalError() }
        set { fatalError() }
    }
    /// thread/qualityofservice
    public var qualityOfService: QualityOfService {
        get { fatalError() }
        set { fatalError() }
    }
    /// thread/stacksize
    public var stackSize: Int {
        get { fatalError() }
        set { fatalError() }
    }
    /// thread/start()
    public func start() { fatalError() }
}

/// qualityofservice
public enum QualityOfService: Int, Sendable {
    case userInteractive = 33
    case userInitiated = 25
    case utility = 17
    case background = 9
    case `default` = -1
}

/// nslock
open class NSLock: @unchecked Sendable {
    public init() { fatalError() }
    public func lock() { fatalError() }
    public func unlock() { fatalError() }
    /// nslocking/withlock(_:)
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}

/// processinfo
open class ProcessInfo: @unchecked Sendable {
    public class var processInfo: ProcessInfo { fatalError() }
    /// processinfo/environment
    public var environment: [String: String] { fatalError() }
    /// processinfo/activeprocessorcount
    public var activeProcessorCount: Int { fatalError() }
    /// processinfo/processname
    public var processName: String { fatalError() }
    /// processinfo/processidentifier
    public var processIdentifier: Int32 { fatalError() }
}

/// filehandle: not Sendable there.
open class FileHandle {
    /// filehandle/standarderror
    public class var standardError: FileHandle { fatalError() }
    /// filehandle/write(_:)
    public func write(_ data: Data) { fatalError() }
}

/// runloop: not Sendable there.
open class RunLoop {
    public class var main: RunLoop { fatalError() }
    /// runloop/mode
    public struct Mode: Hashable, Sendable {
        public static let `default` = Mode()
        init() { fatalError() }
    }
    /// runloop/run(mode:before:)
    public func run(mode: Mode, before limit: Date) -> Bool { fatalError() }
}

/// The protocol of the Objective-C root class: https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {}

/// operationqueue: only named, as the queue of an observer.
open class OperationQueue: @unchecked Sendable {}

/// notification: not Sendable there.
public struct Notification {
    /// notification/name
    public struct Name: Hashable, Sendable {
        public init(_ rawValue: String) { fatalError() }
        public init(rawValue: String) { fatalError() }
        public var rawValue: String { fatalError() }
    }
    public var name: Name { fatalError() }
    public var object: Any? { fatalError() }
    public var userInfo: [AnyHashable: Any]? { fatalError() }
}

@available(*, unavailable)
extension Notification: Sendable {}

/// notificationcenter
open class NotificationCenter: @unchecked Sendable {
    public class var `default`: NotificationCenter { fatalError() }
    /// notificationcenter/addobserver(forname:object:queue:using:)
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
    /// notificationcenter/removeobserver(_:)
    public func removeObserver(_ observer: Any) { fatalError() }
    /// notificationcenter/post(name:object:userinfo:)
    public func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) { fatalError() }
}

/// jsonserialization
open class JSONSerialization {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let sortedKeys = WritingOptions(rawValue: 2)
        public static let fragmentsAllowed = WritingOptions(rawValue: 4)
        public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
    }
    /// jsonserialization/isvalidjsonobject(_:)
    public class func isValidJSONObject(_ object: Any) -> Bool { fatalError() }
    /// jsonserialization/jsonobject(with:options:)
    public class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
    /// jsonserialization/data(withjsonobject:options:)
    public class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { fatalError() }
}

/// jsonencoder
open class JSONEncoder: @unchecked Sendable {
    public init() { fatalError() }
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public var outputFormatting: OutputFormatting {
        get { fatalError() }
        set { fatalError() }
    }
    public func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}

/// jsondecoder
open class JSONDecoder: @unchecked Sendable {
    public init() { fatalError() }
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

/// localizederror
public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}
