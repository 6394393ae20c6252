/// One thing that can be set: its name, in files and for `set`, and the values that it takes.
public struct Setting: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        /// `true` and `false`, or "on" and "off".
        case onOff
        case oneOf([String])
        case undoWindow
        case text
    }

    public let name: String
    public let values: Values
    /// What holds where nothing is said; `nil` for a text that need not be there.
    public let standard: String?
    public let summary: String

    private init(_ name: String, _ values: Values, _ standard: String?, _ summary: String) {
        self.name = name
        self.values = values
        self.standard = standard
        self.summary = summary
    }

    public static let accessible = Setting("accessible", .onOff, nil, "whole sentences, nothing rewritten")
    public static let account = Setting("account", .text, nil, "the account that new mail is written from")
    public static let bell = Setting("bell", .oneOf(["none", "error", "mail"]), "none", "when the terminal rings")
    public static let capture = Setting(
        "capture-cmd", .text, nil, "the command for attach --capture, which creates files in the directory $1")
    public static let color = Setting("color", .oneOf(["auto", "always", "never"]), "auto", "when color is used")
    public static let editor = Setting("editor", .text, nil, "the command for edit, instead of $VISUAL or $EDITOR")
    public static let events = Setting(
        "events", .oneOf(["all", "important", "none"]), "all", "which events are shown while you type")
    public static let notifyCommand = Setting(
        "notify-cmd", .text, nil, "a command that runs on new mail: $1 is a title, $2 the number and place")
    public static let opener = Setting("opener", .text, nil, "the command for open, instead of xdg-open")
    public static let pager = Setting("pager", .text, nil, "the command that shows long text, instead of $PAGER")
    public static let prompt = Setting("prompt", .oneOf(["long", "short"]), "long", "the length of the prompt")
    public static let smartReplyCommand = Setting(
        "smart-reply-cmd", .text, nil, "a command that suggests replies, used before petrel's own")
    public static let suggest = Setting("suggest", .onOff, "on", "suggestions for replies")
    public static let ticker = Setting(
        "ticker", .onOff, "on", "whether the prompt counts the seconds of the undo window")
    public static let undo = Setting("undo", .undoWindow, nil, "the length of the undo window in seconds")

    /// In the order of their names.
    public static let all = [
        accessible, account, bell, capture, color, editor, events, notifyCommand, opener, pager, prompt,
        smartReplyCommand,
        suggest,
        ticker, undo,
    ]

    public static func named(_ name: String) -> Setting? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// What may be set, for messages.
    public var rule: String {
        switch values {
        case .onOff: "on or off"
        case .oneOf(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .undoWindow: UndoWindow.rule
        case .text: "text"
        }
    }

    /// Whether this is one of the values.
    public func accepts(_ text: String) -> Bool {
        switch values {
        case .onOff: ["on", "off"].contains { $0.utf8.elementsEqual(text.utf8) }
        case .oneOf(let words): words.contains { $0.utf8.elementsEqual(text.utf8) }
        case .undoWindow: UndoWindow(text) != nil
        case .text: !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
    }
}
