import Testing

/// A message and the recipients of replies to it.
struct RecipientRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The fields of the original message.
    let fields: [String]
    let one: String
    let to: String
    let cc: String
    /// The address of the mailing list, or `nil` without a list that accepts mail.
    var list: String?
    /// The sender of the reply.
    var sender = "kim@example.net"

    init(
        _ name: String, _ fields: [String], one: String, to: String? = nil, cc: String = "", list: String? = nil,
        sender: String = "kim@example.net"
    ) {
        (self.name, self.fields, self.one, self.to, self.cc) = (name, fields, one, to ?? one, cc)
        (self.list, self.sender) = (list, sender)
    }

    var testDescription: String { name }

    private static let ana = "From: Ana Ruiz <ana@example.org>"
    private static let me = "To: Kim Park <kim@example.net>"
    private static let own = "From: Kim Park <kim@example.net>"

    /// The user is kim@example.net and kim.park@work.example, and has another account as kim@home.example.
    static let all = [
        RecipientRow("one to one", [ana, me], one: "ana@example.org"),
        RecipientRow(
            "others in To and Cc", [ana, "To: kim@example.net, bo@example.org", "Cc: cy@example.org"],
            one: "ana@example.org", cc: "bo@example.org, cy@example.org"),
        RecipientRow(
            "an own address in another case", [ana, "To: KIM@Example.NET, bo@example.org"], one: "ana@example.org",
            cc: "bo@example.org"),
        RecipientRow(
            "the second identity was written to", [ana, "To: kim.park@work.example"], one: "ana@example.org",
            sender: "kim.park@work.example"),
        RecipientRow(
            "both identities were written to", [ana, "To: kim.park@work.example", "Cc: kim@example.net"],
            one: "ana@example.org", sender: "kim.park@work.example"),
        RecipientRow(
            "the second identity is in Cc", [ana, "To: bo@example.org", "Cc: Kim <Kim.Park@WORK.example>"],
            one: "ana@example.org", cc: "bo@example.org", sender: "kim.park@work.example"),
        RecipientRow(
            "the other account was written to", [ana, "To: kim@home.example, bo@example.org"], one: "ana@example.org",
            cc: "bo@example.org"),
        RecipientRow(
            "a blind copy to the second identity",
            ["Delivered-To: kim.park@work.example", ana, "To: bo@example.org"], one: "ana@example.org",
            cc: "bo@example.org", sender: "kim.park@work.example"),
        RecipientRow(
            "a blind copy, as Postfix says it", ["X-Original-To: kim.park@work.example", ana, "To: bo@example.org"],
            one: "ana@example.org", cc: "bo@example.org", sender: "kim.park@work.example"),
        RecipientRow(
            "what was delivered counts less than what was written",
            ["Delivered-To: kim@example.net", ana, "To: kim.park@work.example"], one: "ana@example.org",
            sender: "kim.park@work.example"),
        RecipientRow(
            "a blind copy to undisclosed recipients", [ana, "To: undisclosed-recipients:;"], one: "ana@example.org"),
        RecipientRow("Reply-To", [ana, me, "Reply-To: bo@example.org"], one: "bo@example.org"),
        RecipientRow(
            "Reply-To with several", [ana, me, "Reply-To: bo@example.org, Cy <cy@example.org>"],
            one: "bo@example.org, cy@example.org"),
        RecipientRow(
            "Reply-To that is in Cc as well", [ana, me, "Cc: bo@example.org", "Reply-To: bo@example.org"],
            one: "bo@example.org"),
        RecipientRow("Reply-To that is no address", [ana, me, "Reply-To: nobody"], one: "ana@example.org"),
        RecipientRow("an empty Reply-To", [ana, me, "Reply-To:"], one: "ana@example.org"),
        RecipientRow("Reply-To to oneself", [ana, me, "Reply-To: kim@example.net"], one: "ana@example.org"),
        RecipientRow(
            "Reply-To to oneself and another", [ana, me, "Reply-To: kim@example.net, bo@example.org"],
            one: "bo@example.org"),
        RecipientRow(
            "Reply-To to the list",
            [ana, "To: list@example.org", "Reply-To: list@example.org", "List-Post: <mailto:list@example.org>"],
            one: "list@example.org", list: "list@example.org"),
        RecipientRow(
            "Mail-Followup-To",
            [ana, "To: list@example.org", "Cc: bo@example.org", "Mail-Followup-To: list@example.org, cy@example.org"],
            one: "ana@example.org", to: "list@example.org, cy@example.org"),
        RecipientRow(
            "Mail-Followup-To without the author, with Reply-To",
            [ana, "To: list@example.org", "Reply-To: bo@example.org", "Mail-Followup-To: list@example.org"],
            one: "bo@example.org", to: "list@example.org"),
        RecipientRow(
            "Mail-Followup-To with oneself in it",
            [ana, "To: list@example.org", "Mail-Followup-To: KIM@example.net, list@example.org"],
            one: "ana@example.org", to: "list@example.org"),
        RecipientRow(
            "Mail-Followup-To with oneself alone", [ana, "To: bo@example.org", "Mail-Followup-To: kim@example.net"],
            one: "ana@example.org", cc: "bo@example.org"),
        RecipientRow(
            "Mail-Followup-To that is no address", [ana, "To: bo@example.org", "Mail-Followup-To: nobody"],
            one: "ana@example.org", cc: "bo@example.org"),
        RecipientRow(
            "a list", [ana, "To: list@example.org", "List-Post: <mailto:list@example.org>"], one: "ana@example.org",
            cc: "list@example.org", list: "list@example.org"),
        RecipientRow("a list that takes no mail", [ana, me, "List-Post: NO"], one: "ana@example.org"),
        RecipientRow("and says so", [ana, me, "List-Post: NO (posting not allowed)"], one: "ana@example.org"),
        RecipientRow(
            "a list with several addresses",
            [ana, me, "List-Post: <https://example.org/post>, <mailto:list@example.org?subject=x>"],
            one: "ana@example.org", list: "list@example.org"),
        RecipientRow(
            "a list with a comment, folded",
            [
                ana, me,
                "List-Post: (see <https://example.org>)\r\n <MAILTO:moderator@example.org> (Postings are Moderated)",
            ],
            one: "ana@example.org", list: "moderator@example.org"),
        RecipientRow(
            "a list that is a web page", [ana, me, "List-Post: <https://example.org/post>"], one: "ana@example.org"),
        RecipientRow(
            "a list without brackets", [ana, me, "List-Post: mailto:list@example.org"], one: "ana@example.org"),
        RecipientRow(
            "duplicates",
            [ana, "To: bo@example.org, ana@example.org, BO@example.org", "Cc: bo@example.org, Ana@Example.org"],
            one: "ana@example.org", cc: "bo@example.org"),
        RecipientRow(
            "a group", [ana, "To: Team: bo@example.org, kim@example.net, cy@example.org;, di@example.org"],
            one: "ana@example.org", cc: "bo@example.org, cy@example.org, di@example.org"),
        RecipientRow(
            "addresses that are none", [ana, "To: nobody, bo@@example.org, cy@example.org"], one: "ana@example.org",
            cc: "cy@example.org"),
        RecipientRow(
            "several authors", ["From: ana@example.org, bo@example.org", me], one: "ana@example.org, bo@example.org"),
        RecipientRow(
            "oneself among several authors", ["From: kim@example.net, bo@example.org", "To: cy@example.org"],
            one: "bo@example.org",
            cc: "cy@example.org"),
        RecipientRow("no author", [me, "Cc: bo@example.org"], one: "", to: "bo@example.org"),
        RecipientRow("an author that is no address", ["From: Ana", me], one: ""),
        RecipientRow("no author, but Reply-To", [me, "Reply-To: bo@example.org"], one: "bo@example.org"),
        RecipientRow("no field at all", [], one: ""),
        RecipientRow(
            "an own message",
            [own, "To: ana@example.org, bo@example.org", "Cc: cy@example.org", "Bcc: di@example.org"],
            one: "ana@example.org, bo@example.org", cc: "cy@example.org"),
        RecipientRow(
            "an own message of the second identity", ["From: kim.park@work.example", "To: ana@example.org"],
            one: "ana@example.org", sender: "kim.park@work.example"),
        RecipientRow(
            "an own message of the other account", ["From: kim@home.example", "To: ana@example.org"],
            one: "ana@example.org"),
        RecipientRow(
            "an own message with oneself in To", [own, "To: kim@example.net, ana@example.org", "Cc: kim@home.example"],
            one: "ana@example.org"),
        RecipientRow(
            "an own message with Reply-To", [own, "To: ana@example.org", "Reply-To: kim@home.example"],
            one: "ana@example.org"),
        RecipientRow("an own message with copies alone", [own, "Cc: ana@example.org"], one: "ana@example.org"),
        RecipientRow("an own message with blind copies alone", [own, "Bcc: ana@example.org"], one: "ana@example.org"),
        RecipientRow(
            "an own message to oneself, with copies", [own, me, "Cc: ana@example.org, bo@example.org"],
            one: "ana@example.org, bo@example.org"),
        RecipientRow("a message to oneself", [own, me], one: "kim@example.net"),
        RecipientRow(
            "a message to oneself from another account", ["From: kim@home.example", me], one: "kim@home.example"),
        RecipientRow(
            "a name that is another address", ["From: \"bo@example.org\" <ana@example.org>", me], one: "ana@example.org"
        ),
        RecipientRow("an address in other letters", ["From: jürgen@bücher.example", me], one: "jürgen@bücher.example"),
    ]
}
