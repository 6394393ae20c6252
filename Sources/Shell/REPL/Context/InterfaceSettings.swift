internal import Accounts
internal import LineEditing

/// The user's settings for events, bell, color and prompt.
struct InterfaceSettings {
    /// The events that are shown while the user types. `events` lists all of them.
    enum Events: String {
        case all
        case important
        case none
    }

    /// The occasions on which the bell rings.
    enum Bell: String {
        case none
        case error
        case mail
    }

    var color = TerminalOptions.Color.automatic
    /// Whether the prompt is short.
    var isPromptShort = false
    var events = Events.all
    var bell = Bell.none
    /// The keys that edit a line.
    var keys = KeyBindingStyle.emacs
    /// Whether the addresses of links follow them, instead of numbers.
    var hasInlineLinks = false

    init() {}

    init(_ settings: Settings) {
        for setting in [SettingDefinition.bell, .color, .events, .keys, .links, .prompt] {
            if let value = settings[setting] { follow(setting, value) }
        }
    }

    /// Applies a setting. `value` must be valid for it.
    mutating func follow(_ setting: SettingDefinition, _ value: String) {
        switch setting {
        case .bell: bell = Bell(rawValue: value) ?? bell
        case .color: color = Self.color(value)
        case .events: events = Events(rawValue: value) ?? events
        case .keys: keys = KeyBindingStyle(rawValue: value) ?? keys
        case .links: hasInlineLinks = value == "inline"
        case .prompt: isPromptShort = value == "short"
        default: break
        }
    }

    private static func color(_ value: String) -> TerminalOptions.Color {
        switch value {
        case "always": .always
        case "never": .never
        default: .automatic
        }
    }

    /// Returns whether an event is shown immediately. A failure to save text is always shown.
    func tells(_ event: String) -> Bool {
        switch events {
        case .all: true
        case .important: event.utf8.first == 0x21
        case .none: event.utf8.starts(with: UnsavedTextNotice.beginning.utf8)
        }
    }
}
