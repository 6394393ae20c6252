// Parses a message and prints its subject, sender and parts.
import InternetMessage
import MailTypes

let source = """
    From: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>\r
    Subject: Plan\r
    Content-Type: multipart/mixed; boundary=b\r
    \r
    --b\r
    Content-Type: text/plain; charset=utf-8\r
    \r
    See you on Friday.\r
    --b\r
    Content-Type: application/pdf; name=plan.pdf\r
    Content-Transfer-Encoding: base64\r
    \r
    JVBERg==\r
    --b--\r

    """
let message = Message(Array(source.utf8))
print(message.header.subject ?? "(no subject)")
for address in message.header.addresses(.from) { print(address.name ?? "", address.email?.text ?? "") }
for part in message.root.children {
    print("\(part.contentType.type)/\(part.contentType.subtype)", part.filename ?? "")
}
