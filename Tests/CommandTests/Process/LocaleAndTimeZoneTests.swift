import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Locale and time zone", .timeLimit(.minutes(1)))
struct LocaleAndTimeZoneTests {
    private func petrel(
        _ home: SampleHome, _ words: [String], _ environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, ["--home", home.directory.path] + words, environment: environment)
    }

    static let lines: [[String]] = [
        ["list"], ["list", "subject:i"], ["search", "ISLAND"], ["drafts"], ["show", "b3747714b95922b3"], ["folders"],
        ["list", "in:INBOX", "from:zoe"],
    ]

    @Test("JSON does not depend on locale and time zone", .holds("E07"))
    func locales() throws {
        let home = try SampleHome()
        for line in Self.lines {
            let expected = try petrel(home, line + ["--json"]).output
            for (locale, zone) in [
                ("C", "UTC"), ("POSIX", "Asia/Kathmandu"), ("tr_TR.UTF-8", "XYZ-14"), ("C.UTF-8", "UTC"),
                ("nonsense", "nonsense"),
            ] {
                let variables = ["LC_ALL": locale, "LANG": locale, "TZ": zone]
                let run = try petrel(home, line + ["--json"], variables)
                #expect(run.exitCode == 0 && run.output == expected, "\(line) \(locale) \(zone)")
            }
        }
    }

    static let zones: [(zone: String, day: String)] = [
        ("UTC", " 9 Oct 2026"), ("Pacific/Kiritimati", "10 Oct 2026"), ("XYZ-14", "10 Oct 2026"),
        ("nonsense", " 9 Oct 2026"), ("America/Los_Angeles", " 9 Oct 2026"),
    ]

    @Test("Dates are shown in the user's time zone", arguments: zones)
    func zone(_ row: (zone: String, day: String)) throws {
        let home = try SampleHome()
        // Without zone files, only zones with an explicit offset are known.
        if row.zone.contains("/"), !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/" + row.zone) { return }
        let run = try petrel(home, ["list", "from:wang"], ["TZ": row.zone])
        #expect(run.text.contains(row.day), "\(run.text)")
    }
}
