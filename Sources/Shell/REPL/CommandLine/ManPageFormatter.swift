/// Formats all commands as a manual page in mdoc(7).
enum ManPageFormatter {
    static var page: String {
        var text = """
            .Dd $Mdocdate$
            .Dt PETREL 1
            .Os
            .Sh NAME
            .Nm petrel
            .Nd offline-first mail composer and sync engine
            .Sh SYNOPSIS
            .Nm
            .Op Ar option ...
            .Op Ar command Op Ar argument ...
            .Sh DESCRIPTION
            .Nm
            writes, reads and organizes mail in plain Maildir folders, sends it through an outbox, and synchronizes it with
            IMAP servers.
            Without a command, it starts a prompt at which the same commands can be typed.
            .Pp
            The following options are accepted before or after every command:

            """
        text += options(CommandTable.globalOptions)
        for group in CommandGroup.all {
            text += ".Sh \(escaped(group.title.uppercased()))\n"
            for command in group.commands { text += section(command) }
        }
        text += """
            .Sh ENVIRONMENT
            .Bl -tag -width indent
            .It Ev PETREL_HOME
            Directory for all data and configuration, instead of the XDG directories.
            .It Ev VISUAL , Ev EDITOR
            The editor for
            .Cm edit .
            .It Ev NO_COLOR , Ev ACCESSIBLE , Ev REDUCED_MOTION
            If set, no color, plain sentences for screen readers, and no changing line.
            .El
            .Sh EXIT STATUS
            0 on success, 1 if some items failed, 3 if a question needed an answer, and otherwise a code of
            .Xr sysexits 3 ;
            75 means that a later try may succeed.

            """
        return text
    }

    private static func section(_ command: Command) -> String {
        var text = ".Ss \(escaped(command.name))\n"
        if !command.synopsis.isEmpty { text += ".D1 \(escaped("\(command.name) \(command.synopsis)"))\n" }
        text += "\(escaped(command.summary.capitalizedSentence)).\n\(escaped(command.details))\n"
        if !command.places.contains(.program) {
            text += command.places.contains(.prompt) ? "At the prompt only.\n" : "While a draft is open.\n"
        }
        if !command.aliases.isEmpty { text += "Also: \(escaped(command.aliases.joined(separator: ", "))).\n" }
        if !command.options.isEmpty { text += options(command.options) }
        if !command.examples.isEmpty {
            text += ".Bd -literal -offset indent\n" + command.examples.map { "\(escaped($0))\n" }.joined() + ".Ed\n"
        }
        return text
    }

    private static func options(_ options: [Command.Option]) -> String {
        ".Bl -tag -width indent\n"
            + options.map { ".It \(escaped($0.form))\n\(escaped($0.summary.capitalizedSentence)).\n" }.joined()
            + ".El\n"
    }

    /// Escapes text for roff: backslashes and dashes are escaped, and no line begins with a control character.
    private static func escaped(_ text: String) -> String {
        var output = ""
        var isAtStart = true
        for scalar in text.unicodeScalars {
            if isAtStart, scalar == "." || scalar == "'" { output += "\\&" }
            isAtStart = scalar == "\n"
            switch scalar {
            case "\\": output += "\\e"
            case "-": output += "\\-"
            case "\"": output += "\\(dq"
            case "…": output += "..."
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
