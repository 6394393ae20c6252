internal import Accounts
internal import Platform

extension Console {
    /// Returns the command of the user's editor.
    func editor() throws(CommandFailure) -> [UInt8] {
        let setting = Settings(of: try home())[.editor].map { Array($0.utf8) }
        guard let editor = setting ?? environment["VISUAL"] ?? environment["EDITOR"] else {
            throw CommandFailure(
                .configuration, "noEditor",
                session == nil
                    ? "No editor is set. Type: petrel config set editor vi, or set $VISUAL or $EDITOR"
                    : "No editor is set. Type: set editor vi, or set $VISUAL or $EDITOR")
        }
        return editor
    }
}
