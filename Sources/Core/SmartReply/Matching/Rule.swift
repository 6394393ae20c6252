/// A pattern and what it shows.
struct Rule: Sendable {
    /// What a sentence or a line of the message does. The names are those of the tables.
    enum Kind: String, Sendable {
        case close  // a line that closes the text, if it holds little more: "Best regards"
        case cut  // a line from which on nothing was written by the sender: "Sent from my phone"
        case stop  // grave or automatic mail, to which nothing is suggested
        case skip  // nothing to reply to
        case ask  // asks; the last question of a message is answered
        case time  // asks about a time, which the sentence must mention
        case task  // asks for something that can still be done after the time that was mentioned
        case tell  // tells news; if nothing is asked, the news that is first in the table is answered
    }

    let kind: Kind
    let name: String
    let pattern: SentencePattern
}
