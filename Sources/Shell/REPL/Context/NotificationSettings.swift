internal import Accounts
internal import Terminal

/// How somebody wants to be shown things and told of them, as `set` and the files say it.
struct NotificationSettings {
    /// What is told while somebody types. All of it can be read with `events`.
    enum Events: String {
        case all
        case important
        case none
    }

    /// For what the terminal rings.
    enum Bell: String {
        case none
        case error
        case mail
    }

    var color = TerminalStyle.Color.automatic
    /// Whether the prompt says no more than what the line is.
    var isPromptShort = false
    var events = Events.all
    var bell = Bell.none

    init() {}

    init(_ settings: Settings) {
        for setting in [Setting.bell, .color, .events, .prompt] {
            if let value = settings[setting] { follow(setting, value) }
        }
    }

    /// `value` is one that the setting accepts.
    mutating func follow(_ setting: Setting, _ value: String) {
        switch setting {
        case .bell: bell = Bell(rawValue: value) ?? bell
        case .color: color = Self.color(value)
        case .events: events = Events(rawValue: value) ?? events
        case .prompt: isPromptShort = value == "short"
        default: break
        }
    }

    private static func color(_ value: String) -> TerminalStyle.Color {
        switch value {
        case "always": .always
        case "never": .never
        default: .automatic
        }
    }

    /// Whether an event is said as it happens. That a text cannot be saved is said to everybody.
    func tells(_ event: String) -> Bool {
        switch events {
        case .all: true
        case .important: event.utf8.first == 0x21
        case .none: event.utf8.starts(with: UnsavedText.beginning.utf8)
        }
    }
}
