/// What a sentence does: asks for something, or tells something.
enum SpeechAct: String, CaseIterable, Sendable {
    // Said by the way; a sentence of this kind is left alone, whatever else it looks like.
    case nothing

    // These ask. Where several are in a mail, the last one is answered.
    /// A meeting at a time that is named; without one it is `availability`.
    case meeting
    /// "Can you" with nothing behind it but a time, which makes it a meeting; nothing else is sure.
    case capable
    case availability, whenFree, invitation, choice
    /// A meeting put to another time.
    case moving
    /// Whether something that was agreed still is.
    case stillOn
    /// How far something is.
    case status
    case opinion, approval, confirmation, permission, objection
    case help, call, review, sending, favour
    case received, possession, knowledge, belief
    case doneThat, didThat, beThere, willDo, together, plain
    case open

    // These tell. Where several are in a mail, the first of this order is answered.
    case cancelling, late, congratulation, birthday, welcome, ownIntroduction, introduction
    case attached, promise, agreement, apology, reminder, notice, thanks, offer, farewell, wishes
    // Asks, but only when nothing else is said.
    case wellbeing, howWas

    static let telling: [SpeechAct] = [
        .cancelling, .late, .congratulation, .birthday, .welcome, .ownIntroduction, .introduction, .attached, .promise,
        .agreement, .apology, .reminder, .notice, .thanks, .offer, .farewell, .howWas, .wellbeing, .wishes,
    ]

    var asks: Bool {
        self != .nothing && !Self.telling.contains(self)
    }
}
