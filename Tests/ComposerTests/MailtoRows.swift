import Testing

/// A mailto URL and the draft it creates.
struct MailtoRow: Sendable, CustomTestStringConvertible {
    let url: String
    var to: [String] = []
    var cc: [String] = []
    var bcc: [String] = []
    var subject = ""
    var body: [String] = []
    var inReplyTo: [String] = []
    var ignored: [String] = []

    var testDescription: String { String(url.prefix(80)) }

    /// The examples of RFC 6068 §6.
    static let standard = [
        MailtoRow(url: "mailto:chris@example.com", to: ["chris@example.com"]),
        MailtoRow(
            url: "mailto:infobot@example.com?subject=current-issue", to: ["infobot@example.com"],
            subject: "current-issue"),
        MailtoRow(
            url: "mailto:infobot@example.com?body=send%20current-issue", to: ["infobot@example.com"],
            body: ["send current-issue"]),
        MailtoRow(
            url: "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index", to: ["infobot@example.com"],
            body: ["send current-issue", "send index"]),
        MailtoRow(
            url: "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", to: ["list@example.org"],
            inReplyTo: ["3469A91.D10AF4C@example.com"]),
        MailtoRow(
            url: "mailto:majordomo@example.com?body=subscribe%20bamboo-l", to: ["majordomo@example.com"],
            body: ["subscribe bamboo-l"]),
        MailtoRow(
            url: "mailto:joe@example.com?cc=bob@example.com&body=hello", to: ["joe@example.com"],
            cc: ["bob@example.com"],
            body: ["hello"]),
        MailtoRow(
            url: "mailto:joe@example.com?cc=bob@example.com?body=hello", to: ["joe@example.com"],
            cc: ["bob@example.com?body=hello"]),
        MailtoRow(url: "mailto:gorby%25kremvax@example.com", to: ["gorby%kremvax@example.com"]),
        MailtoRow(
            url: "mailto:unlikely%3Faddress@example.com?blat=foop", to: ["unlikely?address@example.com"],
            ignored: ["blat"]),
        MailtoRow(url: "mailto:Mike%26family@example.org", to: ["Mike&family@example.org"]),
        MailtoRow(url: "mailto:%22not%40me%22@example.org", to: ["\"not@me\"@example.org"]),
        MailtoRow(url: "mailto:%22oh%5C%5Cno%22@example.org", to: ["\"oh\\\\no\"@example.org"]),
        MailtoRow(
            url: "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
            to: ["\"\\\\\\\"it's\\ ugly\\\\\\\"\"@example.org"]),
        MailtoRow(url: "mailto:user@example.org?subject=caf%C3%A9", to: ["user@example.org"], subject: "café"),
        MailtoRow(
            url: "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D", to: ["user@example.org"],
            subject: "=?utf-8?Q?caf=C3=A9?="),
        MailtoRow(
            url: "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9", to: ["user@example.org"], subject: "café",
            body: ["café"]),
        MailtoRow(
            url: "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO", to: ["user@納豆.example.org"],
            subject: "Test", body: ["NATTO"]),
        MailtoRow(
            url: "mailto:?to=joe@example.com&cc=bob@example.com&body=hello", to: ["joe@example.com"],
            cc: ["bob@example.com"], body: ["hello"]),
        MailtoRow(url: "mailto:addr1@an.example,addr2@an.example", to: ["addr1@an.example", "addr2@an.example"]),
        MailtoRow(url: "mailto:?to=addr1@an.example,addr2@an.example", to: ["addr1@an.example", "addr2@an.example"]),
        MailtoRow(url: "mailto:addr1@an.example?to=addr2@an.example", to: ["addr1@an.example", "addr2@an.example"]),
    ]

    static let others = [
        MailtoRow(url: "mailto:"), MailtoRow(url: "MailTo:a@x.example", to: ["a@x.example"]),
        MailtoRow(url: "mailto:?"),
        MailtoRow(url: "mailto:?&&=&a", ignored: ["a"]), MailtoRow(url: "mailto:?subject"),
        MailtoRow(url: "mailto:?subject="),
        MailtoRow(url: "mailto:?SUBJECT=a&Body=b&CC=c@x.example", cc: ["c@x.example"], subject: "a", body: ["b"]),
        MailtoRow(url: "mailto:?subject=a=b", subject: "a=b"), MailtoRow(url: "mailto:?subject=a+b", subject: "a+b"),
        MailtoRow(url: "mailto:?subject=a%2Bb%26c%3Dd", subject: "a+b&c=d"),
        MailtoRow(url: "mailto:?subject=a&amp;body=b", subject: "a", ignored: ["amp;body"]),
        MailtoRow(url: "mailto:?subject=one&subject=two", subject: "two"),
        MailtoRow(url: "mailto:?body=one&body=two", body: ["one", "two"]),
        MailtoRow(url: "mailto:?body=%0D%0A%0D%0Aone%0Atwo%0Dthree", body: ["", "", "one", "two", "three"]),
        MailtoRow(url: "mailto:?body=%00a%00%1B%5B1m%09b%7F", body: [" a  [1m\tb "]),
        MailtoRow(url: "mailto:?body=.%0A~q%0A~attach%20/etc/passwd", body: [".", "~q", "~attach /etc/passwd"]),
        MailtoRow(url: "mailto:?subject=a%0D%0ABcc:%20eve@x.example", subject: "a Bcc: eve@x.example"),
        MailtoRow(url: "mailto:?subject=a%00b%7F%1Bc", subject: "a b c"),
        MailtoRow(url: "mailto:a@x.example%0D%0ABcc:%20eve@x.example", to: ["a@x.example", "Bcc: <eve@x.example>"]),
        MailtoRow(url: "mailto:?bcc=b@x.example", bcc: ["b@x.example"]),
        MailtoRow(url: "mailto:?b%63c=b@x.example", bcc: ["b@x.example"]),
        MailtoRow(url: "mailto:a@x.example?attach=/etc/passwd", to: ["a@x.example"], ignored: ["attach"]),
        MailtoRow(
            url: "mailto:?attachment=/etc/passwd&Attach=~/.ssh/id_rsa&attachments=a",
            ignored: ["attachment", "Attach", "attachments"]),
        MailtoRow(url: "mailto:?Attach:=/etc/passwd&%61ttach=/etc/passwd", ignored: ["Attach:", "attach"]),
        MailtoRow(
            url: "mailto:?from=eve@x.example&sender=eve@x.example&reply-to=eve@x.example",
            ignored: ["from", "sender", "reply-to"]),
        MailtoRow(
            url: "mailto:?references=%3Ca@x%3E&message-id=%3Cb@x%3E&date=x",
            ignored: ["references", "message-id", "date"]),
        MailtoRow(
            url: "mailto:?content-type=text/html&mime-version=2&x-petrel-draft-id=1",
            ignored: ["content-type", "mime-version", "x-petrel-draft-id"]),
        MailtoRow(
            url: "mailto:?resent-to=eve@x.example&fcc=/tmp/x&to%00=a@x.example", ignored: ["resent-to", "fcc", "to "]),
        MailtoRow(url: "mailto:?in-reply-to=a@x.example", inReplyTo: ["a@x.example"]),
        MailtoRow(url: "mailto:?in-reply-to=%3Ca@x%3E%20%3Cb@x%3E", inReplyTo: ["a@x"]),
        MailtoRow(url: "mailto:?in-reply-to=%3C%C3%A9@x%3E"),
        MailtoRow(url: "mailto:?in-reply-to=%3Ca@x%0D%0ABcc:b@x%3E", inReplyTo: ["a@xBcc:b@x"]),
        MailtoRow(url: "mailto:Kim%20Park%20%3Ckim@x.example%3E", to: ["Kim Park <kim@x.example>"]),
        MailtoRow(
            url: "mailto:%22a,b%22%20%3Ckim@x.example%3E,c@x.example", to: ["a,b <kim@x.example>", "c@x.example"]),
        MailtoRow(url: "mailto:a@x.example,,b@x.example,", to: ["a@x.example", "b@x.example"]),
        MailtoRow(url: "mailto:a%2Cb@x.example", to: ["a", "b@x.example"]),
        MailtoRow(url: "mailto:kim", to: ["kim"]), MailtoRow(url: "mailto:%41%62%4", to: ["Ab%4"]),
        MailtoRow(url: "mailto:a%zz@x.example", to: ["a%zz@x.example"]),
        MailtoRow(url: "mailto:?subject=%FF%C3", subject: "\u{FFFD}\u{FFFD}"),
        MailtoRow(url: "mailto:?body=caf%E9", body: ["caf\u{FFFD}"]),
        MailtoRow(url: "mailto:a@x.example#subject=x", to: ["a@x.example"]),
        MailtoRow(url: "mailto:?subject=a#b&body=c", subject: "a"),
        MailtoRow(url: "mailto:?subject=a%23b", subject: "a#b"),
        MailtoRow(url: "mailto:a@b%C3%BCcher.example", to: ["a@bücher.example"]),
        MailtoRow(url: "mailto:a@xn--bcher-kva.example", to: ["a@xn--bcher-kva.example"]),
        MailtoRow(url: "mailto:Team:a@x.example,b@x.example;", to: ["a@x.example", "b@x.example"]),
        MailtoRow(url: "mailto:?subject=%E2%80%AEtxt.exe", subject: "txt.exe"),
        MailtoRow(url: "mailto:?cc=&bcc=,&to=%20"),
    ]
}
