import AccountImport

extension ConfigurationRow {
    /// Households whose mbsync leaves alone what petrel does not.
    static let mbsyncOptions = [copy, reversed, kinds]

    private static func channel(_ options: String, isReversed: Bool = false) -> (MailProgram, String) {
        let ends = isReversed ? ("near", "far") : ("far", "near")
        return (
            .mbsync,
            """
            IMAPStore far
            Host imap.example.net
            User kim@example.net
            SubscribedOnly no

            MaildirStore near
            Path ~/mail/
            Inbox ~/mail/INBOX
            SubFolders Verbatim

            Channel all
            Far :\(ends.0):
            Near :\(ends.1):
            \(options)
            """
        )
    }

    private static let account =
        "far: kim@example.net | imap://imap.example.net as kim@example.net | no smtp | no secret | ~/mail"

    private static let copy = ConfigurationRow(
        testDescription: "mbsync that only copies some folders from the server",
        files: [
            channel("Patterns INBOX \"Lists*\" !Lists/swift\nSync Pull\nExpunge None\nCreate Near\nRemove None")
        ], accounts: [account + " | notes mbsync:14 mbsync:15 mbsync:16 mbsync:18"])

    private static let reversed = ConfigurationRow(
        testDescription: "mbsync with the server as the near end",
        files: [
            channel("Patterns *\nSync Push\nExpunge Far\nCreate Far", isReversed: true)
        ], accounts: [account + " | notes mbsync:15"])

    private static let kinds = ConfigurationRow(
        testDescription: "mbsync that never deletes, and leaves folders alone",
        files: [channel("Patterns *\nSync PullNew PullFlags Push\nExpunge Both")],
        accounts: [account + " | notes mbsync:11 mbsync:15"])
}
