extension ManPage {
    /// petrel(1): all commands on one page.
    static let program = ManPage(
        name: "petrel", section: 1, summary: "offline-first mail composer and sync engine",
        """
        .Sh SYNOPSIS
        .Nm
        .Op Ar option ...
        .Op Ar command Op Ar argument ...
        .Nm
        .Fl V
        .Sh DESCRIPTION
        .Nm
        writes, reads and organizes mail in plain Maildir folders, sends it through an
        outbox, and synchronizes it with IMAP servers.
        Without a command, it starts a prompt at which the same commands can be typed.
        .Pp
        In a terminal, output that does not fit on the screen is shown by the program
        that the setting pager or the variable
        .Ev PAGER
        names, or else by
        .Xr less 1 .
        .Pp
        The following options are accepted before or after every command:

        """ + Roff.options(CommandTable.globalOptions) + """
            .Pp
            Without a command, these are accepted too:

            """ + Roff.options(Command.startPrompt.options)
            + ".Sh COMMANDS\n" + Roff.paragraph("Each command also has its own page, such as petrel-send(1).")
            + CommandGroup.all.map { group in
                ".Ss \(Roff.arguments(group.title))\n"
                    + Roff.list(group.commands.map { ("Ic \(Roff.arguments(line($0)))", text(on: $0)) })
            }.joined() + environment + """
                .Sh FILES
                See
                .Xr petrel-config 5
                and
                .Xr petrel-store 5 .

                """ + exitStatus + """
                .Sh SEE ALSO

                """
            + Roff.references([
                ("less", 1), ("petrel-config", 5), ("petrel-store", 5), ("petrel-search-syntax", 7),
                ("petrel-sign-in", 7),
            ]))

    private static func line(_ command: Command) -> String {
        command.synopsis.isEmpty ? command.name : "\(command.name) \(command.synopsis)"
    }

    private static func text(on command: Command) -> String {
        var sentences = "\(command.summary.capitalizedSentence). \(command.details)"
        if !command.places.contains(.program) {
            sentences += command.places.contains(.prompt) ? " At the prompt only." : " While a draft is open."
        }
        if !command.aliases.isEmpty { sentences += " Also: \(command.aliases.joined(separator: ", "))." }
        let terms = Roff.terms(command.terms)
        return Roff.paragraph(sentences) + terms + Roff.options(command.options) + Roff.literal(command.examples)
    }

    private static let environment = """
        .Sh ENVIRONMENT
        .Bl -tag -width indent
        .It Ev PETREL_HOME
        Directory for all data and configuration, instead of the XDG directories.
        .It Ev XDG_CONFIG_HOME , XDG_DATA_HOME , XDG_STATE_HOME , XDG_CACHE_HOME , XDG_RUNTIME_DIR
        The directories in which
        .Nm
        has its own directory; see
        .Xr petrel-config 5 .
        .It Ev VISUAL , EDITOR
        The editor for
        .Ic edit
        and
        .Ic account edit .
        .It Ev PAGER , LESS
        The pager, and its options.
        If
        .Ev LESS
        is not set,
        .Nm
        sets it to FRX.
        .It Ev EMAIL
        The address of new mail, until there is an account.
        .It Ev NO_COLOR , ACCESSIBLE , REDUCED_MOTION
        If set, no color, plain sentences for screen readers, and no changing line.
        .It Ev PETREL_SANDBOX
        If off,
        .Ic sync ,
        .Ic watch ,
        .Ic outbox flush
        and
        .Ic parse
        may change files anywhere, not only those of the home, its mail and
        the records of mbsync.
        .El

        """
}
