import Foundation

/// The programs that are built beside the tests.
public enum BuiltProgram {
    /// The path of a program by the name of its product.
    public static func path(of name: String) -> String {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().appendingPathComponent(name).path ?? name
        #endif
    }
}
