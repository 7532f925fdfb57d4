import Foundation

/// libFuzzer's entry: one input for the reader that the environment names.
///
/// A trap ends the process, and libFuzzer keeps the input. Always 0: every input counts for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    reader.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let reader: FuzzedReader = {
    let name = ProcessInfo.processInfo.environment["TASKSCOPE_FUZZED"] ?? ""
    guard let reader = FuzzedReader(rawValue: name) else {
        fatalError("TASKSCOPE_FUZZED names no reader: \(FuzzedReader.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return reader
}()
