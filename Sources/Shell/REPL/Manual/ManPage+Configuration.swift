internal import Accounts

extension ManPage {
    /// petrel-config(5): every member of config.json and of the files of accounts.
    static let configuration = ManPage(
        name: "petrel-config", section: 5, summary: "configuration files of petrel",
        """
        .Sh DESCRIPTION
        Settings are in
        .Pa config.json ,
        and each account has its own file,
        .Pa accounts/NAME.json ,
        whose name is the name of the account.
        You can edit all of them;
        .Xr petrel-account-edit 1
        checks an account's file before it is used.
        .Xr petrel-setup 1
        and
        .Xr petrel-account-add 1
        write the file of a new account.
        .Xr petrel-config-set 1 ,
        and
        .Xr petrel-set 1
        at the prompt, write settings to
        .Pa settings.json ,
        which takes precedence over
        .Pa config.json .
        .Pp
        The files are JSON objects in UTF-8.
        Comments
        .Pq Li // No and Li /* */ ,
        trailing commas, names without quotes and texts in single quotes are accepted
        too.
        A member whose value is null counts as absent.
        .Pp
        All errors are printed when petrel starts, with their file and line.
        A member that is not listed here is an error.
        A command in a shell does nothing and exits with 78 if
        .Pa config.json
        has errors.
        The prompt starts in any case, without the settings that have errors.
        An account whose file has errors is not used; the other accounts are.
        .Pp
        JSON Schemas for editors are installed as
        .Pa share/petrel/schema/config.schema.json
        and
        .Pa share/petrel/schema/account.schema.json .
        .Ss Settings
        The members of
        .Pa config.json
        are:

        """ + members(ConfigurationKey.settings) + """
            .Ss Accounts
            The members of an account's file are:

            """ + members(ConfigurationKey.account) + files + examples + """
                .Sh SEE ALSO

                """
            + Roff.references([
                ("petrel", 1), ("petrel-account-add", 1), ("petrel-account-edit", 1), ("petrel-account-show", 1),
                ("petrel-config-list", 1), ("petrel-store", 5),
            ]))

    private static func members(_ keys: [ConfigurationKey]) -> String {
        Roff.list(
            keys.map { key in
                let standard = key.standard.map { " The default is \($0)." } ?? ""
                let inner = key.value.members.map { members in
                    Roff.list(members.map { ("Ic \(Roff.arguments($0.name))", Roff.paragraph(sentences(on: $0))) })
                }
                return (
                    "Ic \(Roff.arguments(key.name))",
                    Roff.paragraph(sentences(on: key) + standard) + (inner ?? "")
                )
            })
    }

    private static func sentences(on key: ConfigurationKey) -> String {
        "\(key.summary.capitalizedSentence). \(key.details) Value: \(key.value.rule)."
    }

    private static let files = """
        .Sh FILES
        With
        .Fl \\-home Ar DIR ,
        or if the variable
        .Ev PETREL_HOME
        names a directory, everything is in that directory.
        Otherwise petrel follows the XDG Base Directory Specification:
        .Bl -tag -width indent
        .It Pa $XDG_CONFIG_HOME/petrel No or Pa \\(ti/.config/petrel
        .Pa config.json ,
        .Pa accounts/ ,
        .Pa signatures/ ,
        .Pa templates/
        .It Pa $XDG_DATA_HOME/petrel No or Pa \\(ti/.local/share/petrel
        .Pa mail/ ,
        .Pa state/ ,
        .Pa settings.json ;
        see
        .Xr petrel-store 5
        .It Pa $XDG_STATE_HOME/petrel No or Pa \\(ti/.local/state/petrel
        the history of commands
        .It Pa $XDG_CACHE_HOME/petrel No or Pa \\(ti/.cache/petrel
        the index and downloaded attachments, which may be deleted at any time
        .It Pa $XDG_RUNTIME_DIR/petrel
        sockets, and temporary files of editors and pagers
        .El
        .Pp
        A variable that is not an absolute path is ignored.

        """

    private static let examples =
        ".Sh EXAMPLES\n" + Roff.paragraph("config.json:")
        + Roff.literal(["{", "  // Ten seconds to change my mind.", "  undo: 10,", "  editor: \"nano -r 72\",", "}"])
        + ".Pp\n" + Roff.paragraph("accounts/work.json:")
        + Roff.literal([
            "{", "  \"address\": \"kim@example.net\",", "  \"imap\": \"imaps://imap.example.net\",",
            "  \"smtp\": \"smtps://smtp.example.net\",", "  \"passwordCommand\": \"pass show mail\"", "}",
        ])
}
