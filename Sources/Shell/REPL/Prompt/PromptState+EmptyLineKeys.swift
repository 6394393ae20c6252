internal import LineEditing

extension PromptState {
    /// The command that Enter on an empty line runs: the obvious next one. `nil` if there is none.
    var lineOfEnter: String? {
        if compose != nil { return isInText ? nil : "preview" }
        return stepsAtEnter ? "next" : nil
    }

    /// Returns the commands that keys other than Enter run while nothing has been typed. Those on messages need the
    /// message or the list on the screen; in accessible mode there are none, as with Enter.
    func shortcuts(isAccessible: Bool) -> [LineRequest.Shortcut: String] {
        if compose != nil { return isInText ? [:] : [.submit: "send"] }
        guard !isAccessible, stepsAtEnter else { return [:] }
        var shortcuts: [LineRequest.Shortcut: String] = [.backspace: "previous"]
        if hasJustShownMessage, let current { shortcuts[.delete] = "delete \(current)" }
        return shortcuts
    }
}
