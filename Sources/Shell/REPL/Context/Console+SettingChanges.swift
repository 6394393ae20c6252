internal import Accounts
internal import LineEditing

/// What `set` and `config` do.
extension Console {
    /// `set`, which in a script lasts until the script ends.
    mutating func set(_ invocation: Invocation) throws(CommandFailure) {
        let home = try home()
        guard let name = try invocation.text(operand: 0) else {
            let settings = Settings(of: home)
            for setting in SettingDefinition.all {
                let value = settings[setting]
                printLine(
                    isAccessible
                        ? "\(setting.name): \(value ?? "not set"). \(setting.summary.capitalizedSentence)."
                        : "\(DisplayWidth.fit(setting.name, columns: 15)) \(value ?? "-")  \(setting.summary)")
            }
            return
        }
        let setting = try setting(name)
        guard let value = try invocation.text(operand: 1) else {
            let value = Settings(of: home)[setting]
            return printLine(
                isAccessible ? "\(setting.name): \(value ?? "not set")." : "\(setting.name) \(value ?? "-")")
        }
        if value.isEmpty, setting.values == .text {
            if isInteractive { try change(setting, to: nil) }
            return printLine("\(setting.name) is no longer set.")
        }
        guard setting.accepts(value) else { throw .usage("\(setting.name) can be \(setting.rule).") }
        guard isInteractive else { return apply(setting, value, Settings(of: home)) }
        try change(setting, to: value)
        printLine("\(setting.name) is now \(value).")
    }

    /// Returns the setting with this name.
    func setting(_ name: String) throws(CommandFailure) -> SettingDefinition {
        if let setting = SettingDefinition.named(name) { return setting }
        let near = SettingDefinition.all.compactMap { setting in
            SpellingSuggestion.distance(name, setting.name).map { (distance: $0, name: setting.name) }
        }
        let question = SpellingSuggestion.question(SpellingSuggestion.nearest(near, by: \.distance).map(\.name))
        throw .usage(
            "There is no setting \"\(name)\". \(question)Type: \(session == nil ? "petrel config list" : "set")")
    }

    /// Stores a value, or removes it with `nil`, and applies it at the prompt. `value` must be valid for the setting.
    mutating func change(_ setting: SettingDefinition, to value: String?) throws(CommandFailure) {
        let home = try home()
        do throws(AccountError) {
            try Settings.set(setting, to: value, in: home)
        } catch {
            throw CommandFailure(error)
        }
        guard session != nil else { return }
        let settings = Settings(of: home)
        if let value = value ?? settings[setting] { apply(setting, value, settings) }
        if setting == .watch, settings.isOn(.watch) == false { stopWatch() }
    }

    /// Applies a value at the prompt.
    private mutating func apply(_ setting: SettingDefinition, _ value: String, _ settings: Settings) {
        if setting == .undo { session?.undo = UndoWindow(value) }
        follow(setting, value, settings)
    }
}
