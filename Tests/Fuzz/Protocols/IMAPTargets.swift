import IMAPProtocol
import MailTypes

extension FuzzTarget {
    /// Server responses to a session that is authenticated, has selected a mailbox and has sent several commands. The
    /// first byte sets the size of the pieces in which they arrive, which must not change the outcome.
    static let imap = FuzzTarget(name: "imap", maximumLength: 4096) { bytes in
        guard let size = bytes.first.map({ Int($0 % 31) + 1 }) else { return }
        let octets = Array(bytes.dropFirst())
        expect(outcome([octets]) == outcome(pieces(octets, size)), "octets in pieces mean what they mean at once")
        checkResponse(octets)
    }

    /// Modified UTF-7 and mailbox names: a decoded name is UTF-8, and encoding it gives the same bytes.
    static let modifiedUTF7 = FuzzTarget(name: "modifiedUTF7", maximumLength: 512) { bytes in
        if let text = ModifiedUTF7.decode(bytes) {
            expectUTF8(text, "a decoded name")
            expect(ModifiedUTF7.encode(text) == bytes, "a name that is decoded comes back")
        }
        guard let encoded = EncodedMailboxName(bytes) else { return }
        expect(encoded.octets == bytes, "a name keeps its octets")
        for separator in [nil, 0x2F, 0x2E] as [UInt8?] {
            guard let name = encoded.name(separator: separator) else { continue }
            for component in name.components {
                let isPath = component == [0x2E] || component == [0x2E, 0x2E] || component.contains { $0 < 0x20 }
                expect(!isPath && !component.isEmpty, "no component leads elsewhere")
            }
        }
    }

    private static func pieces(_ octets: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: octets.count, by: size).map { Array(octets[$0..<min($0 + size, octets.count)]) }
    }

    /// Returns the events of a session, with adjacent pieces of literals joined, and its end.
    private static func outcome(_ pieces: [[UInt8]]) -> [String] {
        var session = IMAPSession(.implicitTLS)
        session.receive(Array("* PREAUTH [CAPABILITY IMAP4rev1 QRESYNC IDLE ENABLE] x\r\n".utf8))
        var events: [String] = []
        var content: [UInt8] = []
        func drain() -> Bool {
            do throws(IMAPFailure) {
                while let event = try session.next() {
                    if case .literal(.octets(let octets), _) = event {
                        content += octets
                    } else {
                        if !content.isEmpty { events.append("\(content)") }
                        content = []
                        events.append("\(event)")
                    }
                }
                return true
            } catch {
                events.append("\(content) \(error)")
                return false
            }
        }
        _ = drain()
        var range = UIDSet()
        range.insert(.first ... .last)
        let commands: [IMAPCommand] = [
            .select(SelectCommand(.inbox)), .fetch(FetchCommand(range, [.flags, .content(.whole)])),
            .search(SearchCommand(.all)), .idle,
        ]
        for command in commands { _ = try? session.submit(command) }
        for piece in pieces {
            session.receive(piece)
            if !drain() { return events }
        }
        return events + ["\(content)"]
    }

    /// The size of a parsed response is bounded by the input.
    private static func checkResponse(_ octets: [UInt8]) {
        guard let response = try? ResponseParser().parse(RawResponse(octets)) else { return }
        switch response {
        case .fetch(let message):
            let leaves = message.details?.bodyStructure?.value?.leaves ?? []
            expect(leaves.count <= octets.count, "no more parts than octets")
            for leaf in leaves { expect(leaf.section.part.count <= 64, "no part is deeper than parts may be") }
        case .list(let mailbox):
            expect(mailbox.name.map { $0.octets.count <= octets.count } ?? true, "a name is bounded by its line")
        case .search(let result):
            expect((result.found?.ranges.count ?? 0) <= octets.count, "no more ranges than octets")
        case .status, .tagged, .continuation, .capability, .enabled, .mailboxStatus, .flags, .exists, .recent,
            .expunge, .vanished, .namespace, .id, .unknown:
            break
        }
    }
}
