import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Malicious file names.
enum HostileName {
    static let all: [[UInt8]] =
        [
            "../../../../etc/passwd", "..", ".", "", "/", "/etc/cron.d/x", "a/../../b", "..\\..\\x.exe", "C:\\x.bat",
            "\\\\host\\share\\x", ".bashrc", "...", ". .", " ", "  x", "-rf", "--help", "~", "~/x", "$HOME", "`id`",
            "$(touch x)", "a;b", "a|b", "a&b", "a\nb", "a\r\nb: c", "\n", "\t", "a\u{0}b", "\u{1B}[2J",
            "\u{1B}]0;x\u{7}",
            "\u{9B}2J", "\u{7F}", "\u{8}\u{8}\u{8}", "gnp.\u{202E}exe", "x\u{200B}y", "\u{FEFF}", "\u{E0041}x",
            "\u{2028}", "\u{2066}x", "con", "nul", "aux.txt", "x.", "x ", "x\u{0}.png", "./x", "x/.", "x/..", "x/",
            "//",
            "%2e%2e%2f", "%00", "*", "?", "[a]", "a\"b", "a'b", "<a>", "a:b", ".git/config", ".ssh/authorized_keys",
            ".petrel-1", "cur", "new", "tmp", "é", "e\u{301}", "文件.png", "שלום.txt", "👩‍🚀.png",
            String(repeating: "a", count: 300), String(repeating: "é", count: 200) + ".txt",
            String(repeating: "../", count: 100) + "x", "." + String(repeating: "x", count: 255),
            String(repeating: "文", count: 120) + "." + String(repeating: "y", count: 40),
            "a" + String(repeating: "\u{301}", count: 400),
        ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0x61, 0xC3], [0x80], [0x2E, 0x2E, 0x2F, 0xFF]]

    /// A message with an attachment of each name.
    static var message: [UInt8] {
        var text = "From: a@example.org\r\nSubject: hostile names\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
        for (index, name) in all.enumerated() {
            let escaped = name.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            text += "--x\r\nContent-Type: application/octet-stream\r\n"
            text += "Content-Disposition: attachment; filename*=utf-8''\(escaped)\r\n\r\nfile \(index + 1)\r\n"
        }
        return Array((text + "--x--\r\n").utf8)
    }
}

@Suite("Saving attachments", .holds("PX4", "E04"), .timeLimit(.minutes(1)))
struct AttachmentSavingTests {
    private static let photo = "b3747714b95922b3"

    @Test("Any file name is saved in the chosen directory, visible and private")
    func hostileNames() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add(HostileName.message, to: "INBOX")
        let id = try #require(home.petrel("list", "--json").list().first?["id"] as? String)
        let files = FileManager.default
        #expect(HostileName.all.count >= 80)
        for (index, name) in HostileName.all.enumerated() {
            // The directory by name, with a slash, and through a link. All of them are the user's choice.
            let target = home.directory.appending(path: "saved/\(index)")
            try files.createDirectory(at: target, withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: home.directory.path + "/link\(index)", withDestinationPath: target.path)
            let place = [target.path, target.path + "/", home.directory.path + "/link\(index)"][index % 3]
            let run = home.petrel("save", id, "a\(index + 1)", place, "--json")
            #expect(run.exitCode == .done, "\(name): \(run.errorText)")
            let found = try files.contentsOfDirectory(atPath: target.path)
            #expect(found.count == 1, "\(name)")
            let saved = try #require(found.first)
            let isInert = saved.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.properties.generalCategory != .format
            }
            #expect(isInert && !saved.hasPrefix(".") && !saved.hasPrefix("-") && saved.utf8.count <= 216, "\(name)")
            let content = try Data(contentsOf: target.appending(path: saved))
            #expect(content == Data("file \(index + 1)".utf8))
            let attributes = try files.attributesOfItem(atPath: target.path + "/" + saved)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        }
        // No file was created outside the directories.
        let top = try files.contentsOfDirectory(atPath: home.directory.path)
            .filter { !$0.hasPrefix("link") && $0 != "saved" && $0 != "mail" && !$0.hasPrefix("counters") }
        #expect(Set(top).isSubset(of: ["index", "state"]), "\(top)")
        #expect(try files.contentsOfDirectory(atPath: home.directory.path + "/saved").count == HostileName.all.count)
    }

    @Test("An existing file is not replaced without --force, and no link is followed")
    func existing() throws {
        let home = try SampleHome()
        let file = home.directory.appending(path: "mine")
        let other = home.directory.appending(path: "other")
        try Data("mine".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: other, withDestinationURL: file)
        for place in [file, other] {
            let run = home.petrel("save", Self.photo, "a3", place.path)
            #expect(run.exitCode == .cannotCreate && run.errorText.contains(place.path))
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
        #expect(home.petrel("save", Self.photo, "a3", other.path, "--force").exitCode == .done)
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        #expect(home.petrel("save", Self.photo + "/a3", file.path, "--force").exitCode == .done)
        #expect(try Data(contentsOf: file).count == 35)
    }

    static let refused: [(name: String, words: [String], exitCode: ExitCode)] = [
        ("a device without room", [photo, "a1", "/dev/full"], .inputOutput),
        ("and not by force either", [photo, "a1", "/dev/full", "--force"], .inputOutput),
        ("no directory", [photo, "a1", "/nowhere/x"], .cannotCreate),
        ("no directory to save into", [photo, "a1", "/nowhere/"], .cannotCreate),
        ("a file as a directory", [photo, "a1", "/etc/hostname/x"], .cannotCreate),
        ("a place where nothing can be made", [photo, "a1", "/proc/x"], .cannotCreate),
        ("no such file in the message", [photo, "a4", "x"], .noInput),
        ("number nought", [photo, "a0", "x"], .noInput), ("no number", [photo, "one", "x"], .usage),
        ("an empty path", [photo, "a1", ""], .usage), ("no such message", ["0123456789abcdef", "a1", "x"], .noInput),
        ("no such draft", ["d9", "a1", "x"], .noInput),
        ("JSON into the same output", [photo, "a1", "-", "--json"], .usage),
    ]

    @Test("If an attachment cannot be saved, the error gives the reason", .holds("PD4"), arguments: refused)
    func refusal(_ row: (name: String, words: [String], exitCode: ExitCode)) throws {
        let home = try SampleHome()
        let run = home.petrel((["save"] + row.words).map { Array($0.utf8) })
        #expect(run.exitCode == row.exitCode && !run.errors.isEmpty, "\(row.name): \(run.errorText)")
        let status = try FileManager.default.attributesOfItem(atPath: "/dev/full")
        #expect(status[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("An attachment of 8 MB is saved unchanged")
    func large() throws {
        let home = try SampleHome(isEmpty: true)
        var generator = SeededGenerator.fresh
        let content = Data(
            (0..<(1 << 20)).flatMap { _ in
                withUnsafeBytes(of: UInt64.random(in: 0...UInt64.max, using: &generator)) { Array($0) }
            })
        let header = "Subject: large\r\nContent-Type: image/x; name=big\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        let lines = content.base64EncodedData(options: [.lineLength76Characters])
        try home.add(Data(header.utf8) + lines, to: "INBOX")
        let id = try #require(home.petrel("list", "--json").list().first?["id"] as? String)
        #expect(home.petrel("save", id, "a1", "-").output.elementsEqual(content))
        let file = home.directory.appending(path: "big")
        #expect(home.petrel("save", id, "a1", file.path).text.hasSuffix("(8.3 MB).\n"))
        #expect(try Data(contentsOf: file) == content)
    }
}
