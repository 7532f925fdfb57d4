// swift-format-ignore-file
// What our modules use of GRDB, declared as there (https://swiftpackageindex.com/groue/GRDB.swift); nothing here runs.
// GRDB itself is for Apple's systems: this only lets the compiler see what our store does around it.

import Foundation

public protocol DatabaseValueConvertible {}
extension Int: DatabaseValueConvertible {}
extension Int32: DatabaseValueConvertible {}
extension Int64: DatabaseValueConvertible {}
extension UInt8: DatabaseValueConvertible {}
extension Bool: DatabaseValueConvertible {}
extension String: DatabaseValueConvertible {}
extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {}

extension DatabaseValueConvertible {
    public static func fetchOne(_ db: Database, sql: String, arguments: StatementArguments = []) throws -> Self? { fatalError() }
    public static func fetchOne(_ statement: Statement, arguments: StatementArguments? = nil) throws -> Self? { fatalError() }
}

public struct StatementArguments: ExpressibleByArrayLiteral, Sendable {
    public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) { fatalError() }
}

public final class Statement {
    public var sqliteStatement: OpaquePointer { fatalError() }
    init() { fatalError() }
}

public final class Row {
    public func decode<Value: DatabaseValueConvertible>(_ type: Value.Type = Value.self, atIndex index: Int) throws -> Value { fatalError() }
    public static func fetchAll(_ db: Database, sql: String, arguments: StatementArguments = []) throws -> [Row] { fatalError() }
    public static func fetchCursor(_ db: Database, sql: String, arguments: StatementArguments = []) throws -> RowCursor { fatalError() }
    init() { fatalError() }
}

public final class RowCursor {
    public func next() throws -> Row? { fatalError() }
    init() { fatalError() }
}

public struct ColumnInfo { public var name: String { fatalError() } }

public final class Database {
    public enum TransactionKind: Sendable { case deferred, immediate, exclusive }
    public enum TransactionCompletion: Sendable { case commit, rollback }
    public enum BusyMode { case immediateError, timeout(TimeInterval) }
    public var changesCount: Int { fatalError() }
    public var isInsideTransaction: Bool { fatalError() }
    public func execute(sql: String, arguments: StatementArguments = []) throws { fatalError() }
    public func makeStatement(sql: String) throws -> Statement { fatalError() }
    public func cachedStatement(sql: String) throws -> Statement { fatalError() }
    public func columns(in table: String) throws -> [ColumnInfo] { fatalError() }
    public func inTransaction(_ kind: TransactionKind? = nil, _ operations: () throws -> TransactionCompletion) throws { fatalError() }
    init() { fatalError() }
}

public struct Configuration: Sendable {
    public var readonly = false
    public var label: String?
    public var busyMode: Database.BusyMode { get { fatalError() } set { fatalError() } }
    public init() { fatalError() }
}

public final class DatabaseQueue: Sendable {
    public init(path: String, configuration: Configuration = Configuration()) throws { fatalError() }
    public init(named name: String? = nil, configuration: Configuration = Configuration()) throws { fatalError() }
    public func read<T>(_ value: (Database) throws -> T) throws -> T { fatalError() }
    public func inDatabase<T>(_ updates: (Database) throws -> T) rethrows -> T { fatalError() }
    public func close() throws { fatalError() }
}

public struct ResultCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { fatalError() }
    public var primaryResultCode: ResultCode { fatalError() }
    public static func ~= (pattern: Self, code: Self) -> Bool { fatalError() }
    public static var SQLITE_NOTADB: ResultCode { fatalError() }
    public static var SQLITE_CORRUPT: ResultCode { fatalError() }
    public static var SQLITE_BUSY: ResultCode { fatalError() }
    public static var SQLITE_LOCKED: ResultCode { fatalError() }
    public static var SQLITE_READONLY: ResultCode { fatalError() }
    public static var SQLITE_READONLY_ROLLBACK: ResultCode { fatalError() }
    public static var SQLITE_PERM: ResultCode { fatalError() }
    public static var SQLITE_CANTOPEN: ResultCode { fatalError() }
    public static var SQLITE_FULL: ResultCode { fatalError() }
    public static var SQLITE_IOERR: ResultCode { fatalError() }
    public static var SQLITE_IOERR_WRITE: ResultCode { fatalError() }
    public static var SQLITE_IOERR_SHMSIZE: ResultCode { fatalError() }
}

public struct DatabaseError: Error {
    public var extendedResultCode: ResultCode { fatalError() }
    public var message: String? { fatalError() }
}
