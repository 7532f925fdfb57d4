#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// TraceBenchmarks EVENTS: makes a launch of this many trace events, then answers each line on standard input with one:
//   save FORMAT FILE    writes the export into a file
//   write FORMAT        nanoseconds that the export takes, from records in memory to bytes in memory, and how many bytes
//   read FORMAT FILE    nanoseconds that the import takes, from bytes in memory to the launch, and how many bytes
// FORMAT: chrome, otlp, csv, ndjson to write; chrome, otlp, ndjson to read. compare_orjson.py asks it in turn with orjson.

let events = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var measured = MeasuredTraces(events: events)
while let line = readLine() {
    print(measured.answer(to: line.split(separator: " ").map(String.init)))
    fflush(nil)
}
