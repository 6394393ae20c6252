/// A setting: its name, in files and for `set`, and its valid values.
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
    /// The default value, or `nil` if there is none.
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
    public static let newMailHook = Setting(
        "hooks.new", .text, nil, "a program that watch runs on new mail, with the messages as JSON on standard input")
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
    public static let watch = Setting(
        "watch", .onOff, "on", "whether mail arrives by itself while you are at the prompt")

    /// All settings, sorted by name.
    public static let all = [
        accessible, account, bell, capture, color, editor, events, newMailHook, notifyCommand, opener, pager, prompt,
        smartReplyCommand, suggest, ticker, undo, watch,
    ]

    public static func named(_ name: String) -> Setting? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Describes the valid values, for error messages.
    public var rule: String {
        switch values {
        case .onOff: "on or off"
        case .oneOf(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .undoWindow: UndoWindow.rule
        case .text: "text"
        }
    }

    /// Whether `text` is a valid value.
    public func accepts(_ text: String) -> Bool {
        switch values {
        case .onOff: ["on", "off"].contains { $0.utf8.elementsEqual(text.utf8) }
        case .oneOf(let words): words.contains { $0.utf8.elementsEqual(text.utf8) }
        case .undoWindow: UndoWindow(text) != nil
        case .text: !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
    }
}
