/// Numbers as text for people. Use `DurationText` for durations; machines get whole nanoseconds instead.
public enum Format {
    /// A number with thousands separators: `1,234,567`.
    public static func count(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0 && (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number and its noun, with an `s` for the plural unless it is given: `1 run`, `2 runs`, `2 entries`.
    public static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        count(number) + " " + (number == 1 ? noun : plural ?? noun + "s")
    }

    /// Names in a sentence: `A`, `A and B`, `A, B and C`.
    public static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The first `limit` of some names, and how many more there are: `A, B and 3 more`.
    public static func list(_ names: some Collection<String>, limit: Int) -> String {
        let more = names.count > limit ? " and \(names.count - limit) more" : ""
        return names.prefix(limit).joined(separator: ", ") + more
    }

    /// `count` in a unit that is a power of ten, with as many decimals as needed: `1.25`.
    public static func decimal(_ count: Int64, unit: Int64) -> String {
        var rest = count % unit
        var text = "\(count / unit)"
        guard rest > 0 else { return text }
        text += "."
        var grain = unit / 10
        while rest > 0, grain > 0 {
            text += "\(rest / grain)"
            rest %= grain
            grain /= 10
        }
        return text
    }

    /// How much of a capacity is used, in whole percent, rounded half up; 100 only if all of it is; nil if there is none.
    public static func used(_ part: Int64, of capacity: Int64) -> Int? {
        guard capacity > 0 && part >= 0 else { return nil }
        guard part < capacity else { return 100 }
        let (quotient, remainder) = capacity.dividingFullWidth(part.multipliedFullWidth(by: 100))
        return min(99, Int(quotient) + (remainder >= capacity - remainder ? 1 : 0))
    }

    /// A share in whole percent, rounded half up: `80%`; `-` if the whole is 0.
    public static func percent(_ part: Int64, of whole: Int64) -> String {
        guard whole > 0 && part >= 0 else { return "-" }
        let (high, low) = part.magnitude.multipliedFullWidth(by: 200)
        let divisor = whole.magnitude * 2
        let (sum, carry) = low.addingReportingOverflow(whole.magnitude)
        let top = high + (carry ? 1 : 0)
        guard top < divisor else { return ">999%" }
        return "\(divisor.dividingFullWidth((top, sum)).quotient)%"
    }

    /// Plain ASCII text, right-aligned in `width` columns; longer text is left as it is.
    public static func right(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }
}

/// Numbers: decimal, exact, or refused.
public enum NumberText {
    /// The integer of `text`: digits without leading zeros, `-` allowed; nil for anything else, and out of range.
    public static func integer<Number: FixedWidthInteger>(_ text: String) -> Number? {
        var digits = Array(text.utf8)[...]
        if digits.first == Byte.dash { digits.removeFirst() }
        guard let first = digits.first, digits.allSatisfy(Byte.isDigit), first != Byte.zero || digits.count == 1 else {
            return nil
        }
        return Number(text)
    }

    /// `text` times `scale` (a power of ten) if that is a whole number that fits; nil otherwise and for negative numbers.
    public static func decimal(_ text: String, scale: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // "-0.5" has the whole part 0.
        guard text.utf8.first != Byte.dash else { return nil }
        guard let wholeText = parts.first, let whole: Int = integer(String(wholeText)), whole >= 0 else { return nil }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return scaled }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(Byte.isDigit), parts[1].utf8.count <= 15,
            let numerator = Int(parts[1])
        else { return nil }
        let divisor = (0..<parts[1].utf8.count).reduce(1) { power, _ in power * 10 }
        let (product, productOverflow) = numerator.multipliedReportingOverflow(by: scale)
        guard !productOverflow, product % divisor == 0 else { return nil }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(product / divisor)
        return sumOverflow ? nil : sum
    }
}

/// Names as scripts write them.
public enum ScriptName {
    /// Words that a script takes for something else where a name may stand.
    private static let keywords = [
        "order", "state", "launch", "queue", "no", "launched", "idle", "drained", "none", "critical", "all",
    ]

    /// `name` as a script takes it: in JSON quotes if it needs them.
    public static func written(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && !keywords.contains(name) && !name.utf8.starts(with: "lane:".utf8)
            && name.unicodeScalars.allSatisfy {
                !DisplayText.isControl($0) && !" ,<|#\"".unicodeScalars.contains($0) && !isBreak($0)
            }
        return isPlain ? name : JSONText.quote(name)
    }

    /// Whether a character ends a line for some reader, or is none.
    public static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE
    }
}

/// The words for a launch that is complete without tasks that its events released.
public enum LaunchText {
    /// `without 6 parked tasks`.
    public static func without(_ parked: Int) -> String {
        "without \(parked) parked \(parked == 1 ? "task" : "tasks")"
    }

    /// Why its budget, or another limit, says nothing: `not judged: 6 tasks of the launch are parked`.
    public static func notJudged(_ parked: Int) -> String { "not judged: \(self.parked(parked))" }

    /// `6 tasks of the launch are parked`.
    public static func parked(_ parked: Int) -> String {
        "\(parked) \(parked == 1 ? "task of the launch is" : "tasks of the launch are") parked"
    }
}

/// What a recording calls what is a launch here, and what that lasts up to. The import decides it, and every sentence takes
/// it from here.
public struct RecordedWords: Hashable, Sendable {
    /// `launch`, `build` or `boot`.
    public var whole: String
    /// What ends it, as in `the first frame`; nil if nothing says so.
    public var end: String?

    /// What its own span at its end is, as in `the frame is drawn`; nil if nothing is known.
    public var rest: String?

    /// What is called so.
    public init(_ whole: String) { self.whole = whole }

    /// A launch, of which nothing says what ends it.
    public static let launch = RecordedWords("launch")

    /// Whether it is a launch, not a build or a boot.
    public var isLaunch: Bool { whole == Self.launch.whole }

    /// What was built or what booted, as in `profile dev, 3 of 239 units fresh` or `Linux 6.1.0`; nil if nothing says so.
    public var detail: String?

    /// How long the codegen of long units of a build took: `wgpu 67570ms, syn 13360ms`; nil if nothing says so.
    public var codegen: String?

    /// The names and milliseconds in a text such as `codegen`; nil if it is none.
    public static func times(in text: String) -> [(name: String, milliseconds: Int32)]? {
        var times: [(name: String, milliseconds: Int32)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let unit = part.drop { $0 == " " }
            guard let blank = unit.lastIndex(of: " "), blank > unit.startIndex,
                unit.utf8.suffix(2).elementsEqual("ms".utf8),
                let time = Int32(unit[unit.index(after: blank)...].dropLast(2)), time >= 0
            else { return nil }
            times.append((String(unit[..<blank]), time))
        }
        return times
    }

    /// What nothing of it comes after: `the first frame` of a launch, `the end of the boot`.
    public var finish: String { isLaunch ? "the first frame" : "the end of the \(whole)" }

    /// ` (profile dev), up to the first frame`; empty if nothing says so.
    public var headText: String { (detail.map { " (\($0))" } ?? "") + (end.map { ", up to \($0)" } ?? "") }
}
