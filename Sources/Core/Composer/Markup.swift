internal import MailTypes

enum Markup {
    static func html(_ lines: [String], pictures: [String: MessageID]) -> String? { nil }
}
