/// A setting: its name, in files and for `set`, and its valid values.
public struct SettingDefinition: Hashable, Sendable {
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

    public static let accessible = SettingDefinition("accessible", .onOff, nil, "whole sentences, nothing rewritten")
    public static let account = SettingDefinition("account", .text, nil, "the account that new mail is written from")
    public static let addressBooks = SettingDefinition(
        "address-books", .text, nil,
        "files to look up recipients in: vCard, abook or mutt aliases, separated by colons")
    public static let aliases = SettingDefinition(
        "aliases-file", .text, "/etc/aliases", "the aliases of this machine, for mail to names such as root")
    public static let askForAttachment = SettingDefinition(
        "attachment-question", .onOff, "on", "whether petrel asks if the text mentions an attachment and there is none")
    public static let bell = SettingDefinition(
        "bell", .oneOf(["none", "error", "mail"]), "none", "when the terminal rings")
    public static let browser = SettingDefinition(
        "browser", .text, nil, "the command that opens links and HTML, instead of xdg-open")
    public static let capture = SettingDefinition(
        "capture-cmd", .text, nil, "the command for attach --capture, which creates files in the directory $1")
    public static let color = SettingDefinition(
        "color", .oneOf(["auto", "always", "never"]), "auto", "when color is used")
    public static let conversations = SettingDefinition(
        "conversations", .onOff, "off", "whether list and search show a row per conversation on a screen")
    public static let editor = SettingDefinition(
        "editor", .text, nil, "the command for edit, instead of $VISUAL or $EDITOR")
    public static let events = SettingDefinition(
        "events", .oneOf(["all", "important", "none"]), "all", "which events are shown while you type")
    public static let images = SettingDefinition(
        "images", .oneOf(["auto", "on", "sixel", "off"]), "auto",
        "whether show draws images: auto if the terminal is known to decode them, on also inside tmux and screen, sixel with img2sixel"
    )
    public static let keys = SettingDefinition(
        "keys", .oneOf(["emacs", "vi"]), "emacs", "the keys that edit a line at the prompt")
    public static let links = SettingDefinition(
        "links", .oneOf(["numbered", "inline"]), "numbered", "whether show lists the addresses of links at the end")
    public static let newMailHook = SettingDefinition(
        "hooks.new", .text, nil, "a program that watch runs on new mail, with the messages as JSON on standard input")
    public static let notifyCommand = SettingDefinition(
        "notify-cmd", .text, nil, "a command that runs on new mail: $1 is a title, $2 the number and place")
    public static let opener = SettingDefinition("opener", .text, nil, "the command for open, instead of xdg-open")
    public static let pager = SettingDefinition(
        "pager", .text, nil, "the command that shows long text, instead of $PAGER")
    public static let prompt = SettingDefinition(
        "prompt", .oneOf(["long", "short"]), "long", "the length of the prompt")
    public static let quotes = SettingDefinition(
        "quotes", .oneOf(["collapse", "show"]), "collapse", "whether show leaves out long quoted blocks on a screen")
    public static let sendLog = SettingDefinition(
        "send-log", .text, nil, "a file that gets a line about each attempt to send a message")
    public static let signature = SettingDefinition(
        "signature", .oneOf(["off", "below", "above"]), "off",
        "whether new mail gets the sender's signature, below or above quoted text")
    public static let smartReplyCommand = SettingDefinition(
        "smart-reply-cmd", .text, nil, "a command that suggests replies, used before petrel's own")
    public static let suggest = SettingDefinition("suggest", .onOff, "on", "suggestions for replies")
    public static let ticker = SettingDefinition(
        "ticker", .onOff, "on", "whether the prompt counts the seconds of the undo window")
    public static let undo = SettingDefinition("undo", .undoWindow, nil, "the length of the undo window in seconds")
    public static let watch = SettingDefinition(
        "watch", .onOff, "on", "whether mail arrives by itself while you are at the prompt")

    /// All settings, sorted by name.
    public static let all = [
        accessible, account, addressBooks, aliases, askForAttachment, bell, browser, capture, color, conversations,
        editor, events, newMailHook, images, keys, links, notifyCommand, opener, pager, prompt, quotes, sendLog,
        signature, smartReplyCommand, suggest, ticker, undo, watch,
    ]

    public static func named(_ name: String) -> SettingDefinition? {
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
