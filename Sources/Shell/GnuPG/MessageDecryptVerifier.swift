public import InternetMessage
internal import MailTypes
internal import MessageSecurity

/// Verifies and decrypts a message with gpg and gpgsm.
public struct MessageDecryptVerifier {
    private let programs: GnuPG
    private var decrypted: DecryptedMessage
    private let sender: Set<String>
    /// The number of times that a program may still be run for the message.
    private var rest = 12

    /// The depth of signatures in encryptions in signatures that is looked into.
    private static let deepest = 4
    private static let deepestPart = 6

    /// Returns `nil` without running anything if no part of the message is signed or encrypted.
    public static func decrypt(_ message: Message, with programs: GnuPG) -> DecryptedMessage? {
        guard SecuredContentDetection.isAnywhere(in: message.root) else { return nil }
        var decryptor = MessageDecryptVerifier(message, programs)
        decryptor.decrypt(message, depth: 0)
        let subject = Message(decryptor.decrypted.octets).header.subject
        if decryptor.decrypted.isDecrypted, let outer = message.header.subject, outer != subject {
            decryptor.decrypted.outerSubject = outer
        }
        return decryptor.decrypted
    }

    private init(_ message: Message, _ programs: GnuPG) {
        self.programs = programs
        decrypted = DecryptedMessage(octets: message.bytes)
        sender = Set(message.header.addresses(.from).compactMap { $0.email?.text.lowercased() })
    }

    // MARK: - The whole message

    private mutating func decrypt(_ message: Message, depth: Int) {
        guard depth < Self.deepest else { return }
        let root = message.root
        if let part = SecuredPart(root) {
            switch part {
            case .signed(let method, let content, let signature):
                verify(content, signature, method, isOfWhole: true)
                decrypted.octets = MessageUnwrapping.octets(ofSigned: message, content)
                // Content inside the signature may be encrypted.
                lookInside(content, depth: 0)
            case .enclosed(let data):
                guard let content = open(data, isOfWhole: true) else { return }
                replace(message, by: content, depth)
            case .encrypted(let method, let data):
                guard let content = decrypt(data, method, isOfWhole: true) else { return }
                replace(message, by: content, depth)
            }
        } else if root.kind == .leaf {
            readText(of: root, in: message, isOfWhole: true)
        } else {
            lookInside(root, depth: 0)
        }
    }

    private mutating func replace(_ message: Message, by content: [UInt8], _ depth: Int) {
        decrypted.octets = MessageUnwrapping.octets(content, in: message)
        decrypt(Message(decrypted.octets), depth: depth + 1)
    }

    // MARK: - Parts

    private mutating func lookInside(_ part: Part, depth: Int) {
        guard part.kind == .multipart, depth < Self.deepestPart else {
            if part.kind == .leaf { readText(of: part, in: nil, isOfWhole: false) }
            return
        }
        for child in part.children.prefix(Part.mostAttachments) {
            switch SecuredPart(child) {
            case nil: lookInside(child, depth: depth + 1)
            case .signed(let method, let content, let signature)?:
                verify(content, signature, method, isOfWhole: false)
            case .enclosed(let data)?:
                if let content = open(data, isOfWhole: false) { show(content, wasEncrypted: false) }
            case .encrypted(let method, let data)?:
                if let content = decrypt(data, method, isOfWhole: false) { show(content, wasEncrypted: true) }
            }
        }
    }

    private mutating func show(_ entity: [UInt8], wasEncrypted: Bool) {
        decrypted.apart.append(.init(octets: entity, wasEncrypted: wasEncrypted))
    }

    /// Reads OpenPGP data in plain text. `message` is given if the text is its whole body.
    private mutating func readText(of part: Part, in message: Message?, isOfWhole: Bool) {
        let type = part.contentType
        guard part.missing == nil, type.is("text", "plain"), !part.isAttachment else { return }
        let charset = type.charset ?? "utf-8"
        for block in InlineOpenPGP.blocks(in: part.decodedContent) {
            let isOfWhole = isOfWhole && block.isWholeText
            guard let text = read(block, isOfWhole: isOfWhole) else { continue }
            // Armor has no charset of its own that is to be relied on [RFC 9580 §6.2.2.5]. Text is UTF-8.
            let name = block.kind == .encrypted && String(validating: text, as: UTF8.self) != nil ? "utf-8" : charset
            let entity = MessageUnwrapping.textEntity(text, charset: name)
            if isOfWhole, let message {
                decrypted.octets = MessageUnwrapping.octets(entity, in: message)
            } else {
                show(entity, wasEncrypted: block.kind == .encrypted)
            }
        }
    }

    // MARK: - Running the programs

    private mutating func mayRun(_ method: SecurityMethod, isOfWhole: Bool) -> Bool {
        rest -= 1
        if rest == 0 { note(method, .signatureNotChecked(.tooMany), isOfWhole) }
        return rest > 0
    }

    private mutating func note(_ method: SecurityMethod, _ kind: SecurityFinding.Kind, _ isOfWhole: Bool) {
        decrypted.findings.append(SecurityFinding(method, kind, isOfWhole: isOfWhole))
    }

    private mutating func verify(_ content: Part, _ signature: Part, _ method: SecurityMethod, isOfWhole: Bool) {
        guard mayRun(method, isOfWhole: isOfWhole) else { return }
        guard !content.hasMissing, signature.missing == nil else {
            return note(method, .signatureNotChecked(.incomplete), isOfWhole)
        }
        do throws(GnuPG.Failure) {
            let report = try programs.verify(content.signedOctets, signature: signature.decodedContent, method)
            noteSignatures(report, method, isOfWhole: isOfWhole, isExpected: true)
        } catch {
            note(method, .signatureNotChecked(.failure(error)), isOfWhole)
        }
    }

    private mutating func open(_ data: Part, isOfWhole: Bool) -> [UInt8]? {
        guard mayRun(.smime, isOfWhole: isOfWhole) else { return nil }
        do throws(GnuPG.Failure) {
            let (content, report) = try programs.open(data.decodedContent)
            noteSignatures(report, .smime, isOfWhole: isOfWhole, isExpected: true)
            return content.isEmpty ? nil : content
        } catch {
            note(.smime, .signatureNotChecked(.failure(error)), isOfWhole)
            return nil
        }
    }

    private mutating func decrypt(_ data: Part, _ method: SecurityMethod, isOfWhole: Bool) -> [UInt8]? {
        decrypt(data.decodedContent, method, isOfWhole: isOfWhole)
    }

    /// Returns `nil`, and no part of the text, unless all of it was decrypted and is protected against changes.
    private mutating func decrypt(_ data: [UInt8], _ method: SecurityMethod, isOfWhole: Bool) -> [UInt8]? {
        guard mayRun(method, isOfWhole: isOfWhole) else { return nil }
        do throws(GnuPG.Failure) {
            let (content, report) = try programs.decrypt(data, method)
            guard report.decryption == .succeeded else {
                note(method, .notDecrypted(.report(report.decryption)), isOfWhole)
                return nil
            }
            decrypted.isDecrypted = true
            note(method, .decrypted(isAuthenticated: method == .openPGP), isOfWhole)
            noteSignatures(report, method, isOfWhole: isOfWhole, isExpected: false)
            return content
        } catch {
            note(method, .notDecrypted(.failure(error)), isOfWhole)
            return nil
        }
    }

    private mutating func read(_ block: InlineOpenPGP, isOfWhole: Bool) -> [UInt8]? {
        if block.kind == .encrypted, !Self.isOnlySigned(block.octets) {
            return decrypt(block.octets, .openPGP, isOfWhole: isOfWhole)
        }
        guard mayRun(.openPGP, isOfWhole: isOfWhole) else { return nil }
        do throws(GnuPG.Failure) {
            let (content, report) = try programs.decrypt(block.octets, .openPGP)
            noteSignatures(report, .openPGP, isOfWhole: isOfWhole, isExpected: true)
            return content.isEmpty ? nil : content
        } catch {
            note(.openPGP, .signatureNotChecked(.failure(error)), isOfWhole)
            return nil
        }
    }

    /// An armored message may be signed only; then decrypting it says nothing about an encryption.
    private static func isOnlySigned(_ armor: [UInt8]) -> Bool { ArmoredPacketKind.first(in: armor) == .signed }

    // MARK: - Signatures

    private mutating func noteSignatures(
        _ report: GnuPGReport, _ method: SecurityMethod, isOfWhole: Bool, isExpected: Bool
    ) {
        let signatures = report.checkedSignatures
        if signatures.isEmpty, isExpected { return note(method, .signatureNotChecked(.noSignature), isOfWhole) }
        for signature in signatures.prefix(8) {
            let addresses = signature.isIntact ? addresses(of: signature, method) : []
            let isOfSender: Bool? = signature.isIntact ? addresses.contains { sender.contains($0) } : nil
            note(method, .signature(signature, isOfSender: isOfSender, addresses: addresses), isOfWhole)
        }
    }

    /// Returns the addresses that the signer's key names, in lower case.
    private func addresses(of signature: SignatureVerification, _ method: SecurityMethod) -> [String] {
        let keys = (try? programs.keys(signature.fingerprint, method)) ?? []
        let userIDs = keys.first { $0.fingerprint == signature.fingerprint }?.userIDs ?? [signature.userID]
        return userIDs.compactMap { KeyUserID.address(of: $0)?.lowercased() }
    }
}

extension Part {
    /// Whether some of the part was not downloaded.
    fileprivate var hasMissing: Bool {
        missing != nil || fullSize != nil || kind == .multipart && children.contains(where: \.hasMissing)
    }
}
