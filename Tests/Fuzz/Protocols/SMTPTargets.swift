import MailTypes
import SMTPProtocol

@testable import SASL

extension FuzzTarget {
    /// SMTP replies and faults do not depend on the pieces in which they arrive, and the number of lines is limited.
    static let reply = FuzzTarget(name: "reply", maximumLength: 8192) { bytes in
        func read(_ size: Int) -> (replies: [Reply], fault: ReplyParser.Fault?) {
            var parser = ReplyParser()
            var replies: [Reply] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                parser.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
                do throws(ReplyParser.Fault) {
                    while let reply = try parser.next() { replies.append(reply) }
                } catch {
                    return (replies, error)
                }
            }
            return (replies, nil)
        }
        let whole = read(max(1, bytes.count))
        let pieces = read(1 + Int(bytes.first ?? 0) % 7)
        expect(whole.replies == pieces.replies, "replies in pieces are the replies at once")
        expect(whole.fault == pieces.fault, "a fault in pieces is the fault at once")
        for reply in whole.replies {
            expect((200..<600).contains(reply.code), "a code has three digits")
            expect(reply.lines.count <= ReplyParser.maximumLines, "the lines are bounded")
            expectUTF8(Array(reply.text.utf8), "the words of a reply")
            let extensions = ServiceExtensions(reply)
            expect((extensions.sizeLimit ?? 1) > 0 && (extensions.recipientLimit ?? 1) > 0, "limits are no nothing")
        }
    }

    /// A session and a transaction with a server that sends these bytes, in lines, whenever it is asked for a reply. A
    /// commit precedes each message that is accepted, and no secret is sent before TLS.
    static let submission = FuzzTarget(name: "submission", maximumLength: 4096) { bytes in
        guard let secret = Secret(Array("canary".utf8)), let sender = EnvelopeAddress(EmailAddress("a@b.example")),
            let credentials = Credentials(user: [0x61], secret, .password)
        else { return }
        // The first byte sets when TLS begins and how many lines arrive at once.
        let isEncrypted = (bytes.first ?? 0) & 1 == 1
        let count = 1 + Int((bytes.first ?? 0) >> 1) % 4
        var lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false).map {
            Array($0) + [0x0A]
        }[...]
        func next() -> [UInt8]? {
            if lines.isEmpty { return nil }
            defer { lines = lines.dropFirst(count) }
            return Array(lines.prefix(count).joined())
        }
        var session = SMTPSessionInitiation(isEncrypted ? .implicitTLS : .startTLS, as: .anonymous, credentials) {
            SASLExchange($0, $1, host: "h", port: 1, nonce: [0x61], .constant)
        }
        var isSecure = isEncrypted
        var effect = session.handle(.connected(isEncrypted: isEncrypted))
        var extensions: ServiceExtensions?
        while extensions == nil {
            switch effect {
            case .send, .read: effect = session.handle(next().map { .received($0) } ?? .lost(.closed))
            case .sendSecret:
                expect(isSecure, "no secret goes before TLS")
                effect = session.handle(next().map { .received($0) } ?? .lost(.closed))
            case .startTLS:
                isSecure = true
                effect = session.handle(.secured)
            case .ready(let found): extensions = found
            case .failed: return
            }
        }
        guard let extensions else { return }
        expect(isSecure, "mail is handed over under TLS")
        send(from: sender, to: extensions, next)
    }

    private static func send(
        from sender: EnvelopeAddress, to extensions: ServiceExtensions, _ next: () -> [UInt8]?
    ) {
        let content = Array("Subject: x\r\n\r\n.\r\n".utf8)
        var survey = MessagePropertyScanner()
        guard (try? survey.add(content)) != nil, let measure = try? survey.finish() else { return }
        var transaction = MailTransaction(
            Envelope(from: sender, to: [sender], isPartialAllowed: true), measure, to: extensions, resetsFirst: true)
        var effect = transaction.handle(.begin)
        var isCommitted = false
        var isRead = false
        while true {
            switch effect {
            case .send, .read: effect = transaction.handle(next().map { .received($0) } ?? .lost(.closed))
            case .content:
                effect = transaction.handle(.content(isRead ? [] : content))
                isRead = true
            case .commit(_, let recipients):
                expect(recipients == [sender], "written down for those who get it")
                isCommitted = true
                effect = transaction.handle(.committed)
            case .done(let delivery):
                if case .notSent = delivery.outcome { return }
                expect(isCommitted, "nothing is sent before it is written down")
                return
            }
        }
    }

    /// A stored message on the wire ends once, at its end, does not depend on the pieces and has no Bcc field.
    static let wire = FuzzTarget(name: "wire", maximumLength: 4096) { bytes in
        func write(_ size: Int) -> [UInt8]? {
            var filter = SubmissionFilter()
            var stuffing = DotStuffing()
            var output: [UInt8] = []
            do throws(DotStuffing.Fault) {
                var rest = bytes[...]
                while !rest.isEmpty {
                    var clean: [UInt8] = []
                    filter.add(Array(rest.prefix(size)), to: &clean)
                    rest = rest.dropFirst(size)
                    try stuffing.add(clean, to: &output)
                }
                var clean: [UInt8] = []
                filter.finish(to: &clean)
                try stuffing.add(clean, to: &output)
                return output + (try stuffing.terminator())
            } catch {
                // Line ends were repaired before.
                expect(error == .nul || error == .lineTooLong, "what is kept has repairable line ends")
                return nil
            }
        }
        let whole = write(max(1, bytes.count))
        expect(whole == write(1 + Int(bytes.first ?? 0) % 5), "a message in pieces is the message at once")
        guard let whole else { return }
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in whole.indices.dropLast() where whole[index] == 0x0D {
            expect(whole[index + 1] == 0x0A, "no CR stands alone")
            lines.append(whole[start..<index])
            start = index + 2
        }
        expect(whole.count { $0 == 0x0A } == lines.count, "no LF stands alone")
        expect(lines.firstIndex { $0.elementsEqual([0x2E]) } == lines.count - 1, "the message ends once")
        for line in lines.prefix(while: { !$0.isEmpty }) {
            let name = line.prefix { $0 != 0x3A }.map { $0 | 0x20 }
            expect(!(name.elementsEqual("bcc".utf8) && line.count > 3), "no Bcc is on the wire")
        }
    }
}
