import Testing
import TraceImport

/// Signposts as `xctrace export` writes them.
@Suite struct SignpostTraceTests {
    @Test func `begin and end belong together by name and identifier, values are referred to`() throws {
        let imported = try Imported(
            """
            <?xml version="1.0"?>
            <trace-query-result>
            <node xpath='//trace-toc[1]/run[1]/data[1]/table[4]'><schema name="os-signpost"><col><mnemonic>time</mnemonic></col></schema>
            <row><event-time id="1" fmt="00:00.100.000">100000000</event-time>
              <thread id="2" fmt="Main Thread 0x1a (Shop, pid: 7)"><tid id="3" fmt="0x1a">26</tid></thread>
              <event-type id="4" fmt="Begin">Begin</event-type>
              <os-signpost-identifier id="5" fmt="1">1</os-signpost-identifier>
              <signpost-name id="6" fmt="Load">Load</signpost-name></row>
            <row><event-time id="7" fmt="00:00.140.000">140000000</event-time><thread ref="2"/>
              <event-type id="8" fmt="End">End</event-type><os-signpost-identifier ref="5"/><signpost-name ref="6"/></row>
            <row><event-time id="9">140000000</event-time><thread ref="2"/><event-type ref="4"/>
              <os-signpost-identifier ref="5"/><signpost-name id="10">Draw</signpost-name></row>
            <row><event-time id="11">150000000</event-time><thread ref="2"/><event-type ref="8"/>
              <os-signpost-identifier ref="5"/><signpost-name ref="10"/></row>
            </node></trace-query-result>
            """)
        #expect(try imported.schedule == ["Load main 0..40000", "Draw main 40000..50000"])
    }

    @Test func `a signpost of TaskKit stands for the task in its message`() throws {
        let rows = [("Begin", 100, 1, "Database"), ("Begin", 200, 2, "Home"), ("End", 300, 1, ""), ("End", 500, 2, "")]
            .map {
                """
                <row><event-time id="\($1 * 10)">\($1)000</event-time><event-type id="\($1 * 10 + 1)">\($0)</event-type>
                <os-signpost-identifier id="\($1 * 10 + 2)">\($2)</os-signpost-identifier>
                <signpost-name id="\($1 * 10 + 3)">TaskKit</signpost-name><subsystem id="\($1 * 10 + 4)">TaskKit</subsystem>
                \($3.isEmpty ? "" : "<os-log-metadata id=\"\($1 * 10 + 5)\" fmt=\"\($3)\"></os-log-metadata>")</row>
                """
            }
        let imported = try Imported("<trace-query-result><node>\(rows.joined())</node></trace-query-result>")
        let schedule = try imported.schedule
        #expect(schedule == ["Database main 0..200", "Home beside main 100..400"])
    }

    @Test func `intervals keep their durations`() throws {
        let imported = try Imported(
            """
            <trace-query-result><node><row><start-time id="1">5000</start-time><duration id="2">3000</duration>
            <signpost-name id="3">A</signpost-name></row></node></trace-query-result>
            """)
        #expect(try imported.schedule == ["A main 0..3"])
        let first = imported.text
        let atZero = try Imported(
            "<trace-query-result><node><row><start-time id='1'>0</start-time><duration id='2'>3000</duration>"
                + "<signpost-name id='3'>A</signpost-name></row></node></trace-query-result>")
        #expect(try atZero.schedule == ["A main 0..3"] && atZero.text == first)
        #expect(
            Imported.problem(
                Array(
                    "<trace-query-result><row><start-time id='1'>-1</start-time><signpost-name id='2'>A</signpost-name></row>"
                        .utf8))
                == "f:1:105: error: the time is negative")
    }
}
