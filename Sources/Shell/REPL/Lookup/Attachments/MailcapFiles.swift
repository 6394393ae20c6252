internal import Disk
internal import Mailcap
internal import Platform
internal import Processes

/// The commands for files in the mailcap files of the user and of the machine [RFC 1524 §2].
struct MailcapFiles {
    private let environment: Environment

    init(_ environment: Environment) {
        self.environment = environment
    }

    private static let largest = 1 << 20
    private static let ofMachine = ["/etc/mailcap", "/usr/share/etc/mailcap", "/usr/local/etc/mailcap"]

    /// The files that $MAILCAPS names, or the one in the home directory.
    private var ofUser: [Path] {
        if let list = environment["MAILCAPS"] { return list.split(separator: 0x3A).map { Path(Array($0)) } }
        return environment["HOME"].map { [Path($0 + Array("/.mailcap".utf8))] } ?? []
    }

    /// Returns the user's entry for a media type. `isText`: whether it must print text.
    func userEntry(for type: String, isText: Bool = false) -> Mailcap.Entry? {
        entry(for: type, isText, in: ofUser)
    }

    /// Returns the machine's entry.
    func systemEntry(for type: String, isText: Bool = false) -> Mailcap.Entry? {
        entry(for: type, isText, in: Self.ofMachine.map { Path($0) })
    }

    /// Returns the first entry whose test succeeds.
    private func entry(for type: String, _ isText: Bool, in files: [Path]) -> Mailcap.Entry? {
        for file in files {
            guard let content = try? FileReading.contents(of: file, onlyRegular: true), content.count <= Self.largest
            else {
                continue
            }
            let entries = Mailcap(content).entries(for: type)
            if let entry = entries.first(where: { $0.hasCopiousOutput == isText && passes($0, type) }) { return entry }
        }
        return nil
    }

    private func passes(_ entry: Mailcap.Entry, _ type: String) -> Bool {
        guard let test = entry.test else { return true }
        guard let filled = test.filled(file: Array("/dev/null".utf8), type: type) else { return false }
        let output = try? ProgramOutput.of(shell: filled.command, [], environment, within: .seconds(2), atMost: 1 << 16)
        return output != nil
    }

    /// Returns the shell command for a private copy, which is its `$1`; `nil` if it cannot be filled in safely.
    static func shellCommand(of entry: Mailcap.Entry, for path: Path, type: String) -> [UInt8]? {
        guard let filled = entry.command.filled(file: path.bytes, type: type) else { return nil }
        return filled.namesFile ? filled.command : Array("{ ".utf8) + filled.command + Array("\n} < \"$1\"".utf8)
    }
}
