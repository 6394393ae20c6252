internal import Disk
internal import GnuPG
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MessageSecurity
internal import Terminal

extension Command {
    static let keysList = Command(
        name: "keys list", aliases: ["keys"], summary: "list the keys of a person",
        operands: [.one("WHO", .contact)], options: [.smime],
        details: """
            WHO is an address, or a part of a name or fingerprint. Shows the keys that gpg has, or with --smime the certificates
            of gpgsm, and whether mail can be encrypted to them.
            """,
        examples: ["petrel keys list ben@example.org"]
    ) { invocation, console throws(CommandFailure) in
        let who = try Invocation.text(invocation.operands[0], of: "keys")
        let method: SecurityMethod = invocation.has("smime") ? .smime : .openPGP
        let selector = EmailAddress(who).isValid ? "<\(who)>" : who
        let keys: [PublicKey]
        do throws(GnuPG.Failure) {
            keys = try console.securityPrograms.keys(selector, method)
        } catch {
            throw .security(error, "Nothing was listed.")
        }
        console.answer(invocation.command) { json in
            json.key("keys")
            json.array { json in for key in keys { json.object { KeyLine.members(of: key, to: &$0) } } }
        } text: { output in
            for key in keys { output.write(KeyLine.of(key) + "\n") }
        }
        if keys.isEmpty {
            console.note("There is no key of \(TerminalSafeText.line(who)). Type: petrel keys import ID|FILE")
        }
        return .done
    }

    static let keysImport = Command(
        name: "keys import", summary: "import the keys in a message or a file", operands: [.one("ID|FILE", .message)],
        options: [.smime],
        details: """
            From a message, takes the key in its Autocrypt field and attached keys; ID is as in show. From a file, takes what gpg
            or gpgsm can read. An imported key is not certified: compare its fingerprint with its owner, then type gpg
            --lsign-key FINGERPRINT.
            """,
        examples: ["petrel keys import 4f3a91c2d0e8b7a6", "petrel keys import ben.asc"]
    ) { invocation, console throws(CommandFailure) in
        try console.importKeys(invocation)
    }
}

extension Command.Option {
    fileprivate static let smime = Command.Option("smime", summary: "certificates for S/MIME instead of PGP keys")
}

extension Console {
    fileprivate mutating func importKeys(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let method: SecurityMethod = invocation.has("smime") ? .smime : .openPGP
        let blocks = try keyBlocks(invocation.operands[0], method, invocation)
        var imported: [String] = []
        for block in blocks {
            do throws(GnuPG.Failure) {
                imported += try securityPrograms.importKeys(block, method).imported
            } catch {
                throw .security(error, "Nothing was imported.")
            }
        }
        guard !imported.isEmpty else {
            throw CommandFailure(.dataError, "noKey", "There is no key in it that \(GnuPG.program(method)) can import.")
        }
        var keys: [PublicKey] = []
        for fingerprint in imported { keys += (try? securityPrograms.keys(fingerprint, method)) ?? [] }
        answer(invocation.command) { json in
            json.key("keys")
            json.array { json in for key in keys { json.object { KeyLine.members(of: key, to: &$0) } } }
        } text: { output in
            for key in keys { output.write("Imported \(KeyLine.of(key))\n") }
        }
        return .done
    }

    /// The most bytes of keys that are taken from a file.
    private static let longestFile = 16 << 20

    private mutating func keyBlocks(
        _ operand: [UInt8], _ method: SecurityMethod, _ invocation: Invocation
    ) throws(CommandFailure) -> [[UInt8]] {
        let path = attachedFiles.expanded(operand)
        if (try? FileReading.kind(of: path)) == .file {
            do throws(FileError) {
                let octets = try FileReading.contents(of: path, onlyRegular: true)
                return octets.count <= Self.longestFile ? [octets] : []
            } catch {
                throw CommandFailure(.noInput, "cannotRead", error.description)
            }
        }
        let message = Message(try decrypted(operand, invocation).octets)
        var blocks = message.root.attachments.filter { part in
            let type = part.contentType
            return part.missing == nil
                && (method == .openPGP ? type.is("application", "pgp-keys") : type.is("application", "pkix-cert"))
        }.map(\.decodedContent)
        if method == .openPGP, let field = AutocryptHeader(of: message.header) { blocks.append(field.key) }
        if blocks.isEmpty {
            throw CommandFailure(
                .dataError, "noKey", "That message has neither an Autocrypt field nor an attached key.")
        }
        return blocks
    }
}

/// A key on one line and in JSON.
private enum KeyLine {
    static func of(_ key: PublicKey) -> String {
        let names = key.userIDs.map { KeyUserID.readable($0) }.joined(separator: ", ")
        var facts = [key.isTrusted ? "certified" : "not certified"]
        if !key.isUsable { facts.append("cannot be used: it has expired, or was revoked or disabled") }
        if !key.canEncrypt { facts.append("cannot encrypt") }
        return "\(key.fingerprint)  \(TerminalSafeText.line(names))  (\(facts.joined(separator: ", ")))"
    }

    static func members(of key: PublicKey, to json: inout JSONWriter) {
        json.key("fingerprint")
        json.string(key.fingerprint)
        json.key("userIds")
        json.array { json in for name in key.userIDs { json.string(name) } }
        json.key("canEncrypt")
        json.bool(key.canEncrypt && key.isUsable)
        json.key("certified")
        json.bool(key.isTrusted)
    }
}
