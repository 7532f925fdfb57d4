// swift-format-ignore-file
// What our store calls of SQLite's interface in C (https://sqlite.org/c3ref/funclist.html), as Swift imports it.

public typealias sqlite3_destructor_type = @convention(c) (UnsafeMutableRawPointer?) -> Void
public var SQLITE_DONE: Int32 { fatalError() }
@discardableResult
public func sqlite3_bind_int64(_ statement: OpaquePointer?, _ index: Int32, _ value: Int64) -> Int32 { fatalError() }
@discardableResult
public func sqlite3_bind_null(_ statement: OpaquePointer?, _ index: Int32) -> Int32 { fatalError() }
@discardableResult
public func sqlite3_bind_text(
    _ statement: OpaquePointer?, _ index: Int32, _ text: UnsafePointer<CChar>?, _ count: Int32,
    _ destructor: sqlite3_destructor_type?
) -> Int32 { fatalError() }
@discardableResult public func sqlite3_step(_ statement: OpaquePointer?) -> Int32 { fatalError() }
@discardableResult public func sqlite3_reset(_ statement: OpaquePointer?) -> Int32 { fatalError() }
public func sqlite3_db_handle(_ statement: OpaquePointer?) -> OpaquePointer? { fatalError() }
public func sqlite3_errmsg(_ database: OpaquePointer?) -> UnsafePointer<CChar>! { fatalError() }
