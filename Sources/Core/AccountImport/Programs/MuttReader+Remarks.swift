/// What petrel says about commands and variables of mutt and neomutt that it does not take over.
extension MuttReader {
    /// The commands that concern mail and that petrel does not follow, and what the user can do.
    static let remarks: [String: String] = [
        "alternates": "Write your other addresses into the member \"identities\" of the account.",
        "send-hook": hookAdvice, "send2-hook": hookAdvice, "reply-hook": hookAdvice,
        "fcc-hook": sentAdvice, "fcc-save-hook": sentAdvice,
        "crypt-hook": keyAdvice, "pgp-hook": keyAdvice,
        "ifdef": conditionAdvice, "ifndef": conditionAdvice,
        "lua-source": "Write what it sets into muttrc directly.",
    ]

    private static let hookAdvice = "If it sets an address, write it into the member \"identities\" of the account."
    private static let sentAdvice = "Copies of sent mail are stored in the folder that the server marks as Sent."
    private static let keyAdvice = "petrel finds the keys of recipients by their addresses."
    private static let conditionAdvice = "If what it sets concerns an account, set it directly."

    /// The variables that petrel has an equivalent for and does not take over.
    static let variableRemarks: [String: String] = [
        "signature": "Copy it to signatures/default beside config.json, and type: petrel config set signature below",
        "record": sentAdvice,
        "trash": "Deleted mail is moved to the folder that the server marks as Trash.",
        "postponed": "Drafts are stored in the folder that the server marks as Drafts.",
        "editor": "petrel uses $VISUAL or $EDITOR, or the setting editor.",
        "new_mail_command": "See the settings notify-cmd and hooks.new.",
        "crypt_autosign": signAdvice, "pgp_autosign": signAdvice, "smime_autosign": signAdvice,
        "crypt_auto_sign": signAdvice,
        "crypt_autoencrypt": encryptAdvice, "crypt_auto_encrypt": encryptAdvice, "pgp_autoencrypt": encryptAdvice,
        "crypt_opportunistic_encrypt": encryptAdvice,
        "smime_is_default": "Write \"security\": \"smime\" into the account's file.",
        "pgp_sign_as": signingKeyAdvice, "pgp_default_key": signingKeyAdvice, "smime_sign_as": signingKeyAdvice,
        "smime_default_key": signingKeyAdvice,
        "envelope_from_address": "petrel uses the address of From, or that of the option -f of sendmail.",
        "tunnel": commandAdvice, "preconnect": commandAdvice,
        "ssl_client_cert": "petrel cannot sign in with a certificate.",
        "pop_host": "petrel reads mail only by IMAP.",
    ]

    private static let signAdvice = "Write \"sign\": \"on\" into the account's file."
    private static let encryptAdvice = "Write \"encrypt\": \"auto\" into the account's file."
    private static let signingKeyAdvice = "Write it as \"signingKey\" into the account's file."
    private static let commandAdvice = "petrel cannot connect through a command."

    /// The commands about display, keys and message lists, which do not concern accounts. Each may have `un` in front.
    static let otherCommands: Set<String> = [
        "alias", "alternative_order", "append-hook", "attachments", "auto_view", "bind", "cd", "charset-hook",
        "close-hook", "color", "echo", "exec", "finish", "group", "hdr_order", "hook", "iconv-hook", "ignore",
        "index-format-hook", "lists", "lua", "macro", "mailboxes", "mailto_allow", "mbox-hook", "message-hook",
        "mime_lookup", "mono", "my_hdr", "named-mailboxes", "nospam", "open-hook", "push", "reset", "run", "save-hook",
        "score", "set", "setenv", "shutdown-hook", "sidebar_pin", "sidebar_unpin", "sidebar_whitelist", "spam",
        "startup-hook", "subjectrx", "subscribe", "subscribe-to", "tag-formats", "tag-transforms", "timeout-hook",
        "toggle", "unalternates", "unsubscribe-from", "version", "virtual-mailboxes",
    ]

    /// Whether a command has nothing to do with accounts.
    static func isOther(_ command: String) -> Bool {
        otherCommands.contains(command)
            || command.utf8.starts(with: "un".utf8) && otherCommands.contains(String(command.dropFirst(2)))
    }

    /// Whether a word can be named in a note. Anything else may be a piece of a value.
    static func isCommandName(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= 24
            && word.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F || $0 == 0x2D }
    }
}
