internal import Accounts
internal import Composer
internal import Disk

extension Command {
    static let signature = Command(
        name: "signature", summary: "add, change or remove the signature",
        operands: [.one("on|off|NAME", .signature)], places: [.draft],
        details: """
            NAME is a file in the signatures directory of the configuration. on selects the file named after the account, or
            else default. The signature goes below a "-- " line at the end of the text and can be edited. off removes it.
            """,
        examples: ["signature on", "signature short", "signature off"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let name = try invocation.text(operand: 0) ?? "on"
        let text = name == "off" ? nil : try console.signature(name)
        guard let edit = Signature.edit(draft.lines, to: text) else {
            console.note(name == "off" ? "There is no signature." : "The signature is already there.")
            return .done
        }
        try console.edit(edit)
        console.printLine(text.map { "Signature: \(TextLines.count($0.count))." } ?? "Signature removed.")
        return .done
    }
}

/// The signature at the end of a text, below a line with two hyphens and a space [RFC 3676 §4.3].
enum Signature {
    private static let mark = "-- "

    /// The edit that replaces or removes the signature; `nil` if nothing changes.
    static func edit(_ lines: [String], to signature: [String]?) -> DraftEdit? {
        let start = lines.lastIndex { $0.utf8.elementsEqual(mark.utf8) } ?? lines.count
        let wanted = signature.map { [mark] + $0 } ?? []
        let present = lines[start...]
        let isSame =
            present.count == wanted.count && zip(present, wanted).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        return isSame ? nil : .replaceLines(start..<lines.count, wanted)
    }
}

extension Console {
    private static let maximumSignature = 65_536

    /// Returns the lines of the signature with that name. `on` means the signature of the account, or `default`.
    fileprivate func signature(_ name: String) throws(CommandFailure) -> [String] {
        guard !name.utf8.contains(0x2F), name.utf8.first != 0x2E else {
            throw .usage("\"\(name)\" cannot be the name of a signature: it contains a slash or begins with a dot.")
        }
        let place = try home().path(of: .configuration) / "signatures"
        let names = name == "on" ? [session?.compose?.account.name.text ?? "", "default"] : [name]
        for name in names {
            do throws(FileError) {
                let octets = try FileReading.contents(of: place / Array(name.utf8), onlyRegular: true)
                guard octets.count <= Self.maximumSignature else { break }
                return TextLines.of(octets)
            } catch  where error.isMissing {
                continue
            } catch {
                throw CommandFailure(.noInput, "cannotRead", error.description)
            }
        }
        throw CommandFailure(
            .noInput, "noSignature",
            "There is no signature \(names[names.count - 1]). Put its text into the file \(place / Array(names[names.count - 1].utf8))"
        )
    }
}
