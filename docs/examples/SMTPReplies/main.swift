// Parses the replies of an SMTP server from bytes that arrive in pieces, and prepares a text for DATA.
import SMTPProtocol

var parser = ReplyParser()
for piece in ["250-mail.example.net\r\n250-SI", "ZE 1000\r\n250 PIPELINING\r\n"] {
    parser.append(Array(piece.utf8))
    while let reply = try parser.next() { print(reply.code, reply.lines.count) }
}
var stuffing = DotStuffing()
var data: [UInt8] = []
try stuffing.add(Array(".hidden\r\n".utf8), to: &data)
data += try stuffing.terminator()
print(String(decoding: data, as: UTF8.self).split(separator: "\r\n"))
