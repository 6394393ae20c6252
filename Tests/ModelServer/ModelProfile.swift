public import MailTypes

/// The capabilities and peculiarities of a model server.
public struct ModelProfile: Sendable, CustomStringConvertible {
    public let name: String
    /// The capabilities before sign-in, without those for signing in.
    public var openCapabilities: [String]
    /// The capabilities after sign-in.
    public var capabilities: [String]
    /// The hierarchy separator of mailbox names.
    public var separator: UInt8 = 0x2F
    /// The prefix of all mailbox names except INBOX.
    public var prefix = ""
    /// The mailboxes of a new account besides INBOX.
    public var mailboxes: [(name: String, use: SpecialUse?)] = [
        ("Archive", .archive), ("Drafts", .drafts), ("Junk", .junk), ("Sent", .sent), ("Trash", .trash),
    ]
    /// Whether the response to a sign-in includes the capabilities.
    public var saysCapabilities = true
    /// Whether LIST reports special uses without being asked and without SPECIAL-USE.
    public var saysUsesUnasked = false
    /// Whether SELECT reports UIDNEXT.
    public var saysUIDNext = true
    /// Whether STORE also reports the flags of messages that it did not change.
    public var saysUnchangedFlags = true
    /// Whether a renamed mailbox keeps its UIDVALIDITY.
    public var keepsUIDValidityOnRename = false
    /// Whether LIST tells that a parent of mailboxes is no mailbox itself.
    public var marksMissingParents = true
    /// Whether the mailboxes below a renamed one are renamed with it, as RFC 9051 §6.3.6 requires.
    public var renamesInferiors = true
    /// The flags that outlive a session. `nil` permits all flags.
    public var permanentFlags: FlagSet?
    /// Whether LIST and STATUS report the selected mailbox as the client last saw it.
    public var reportsSelectedAsSeen = false
    /// Whether messages that arrive in a selected mailbox stay invisible to the client until NOOP or IDLE.
    public var announcesWhenAsked = false
    /// The number of commands for which a delivered message is counted but cannot be fetched.
    public var fetchDelay = 0
    /// What APPENDUID adds to the UID of an appended message, on a server with this defect.
    public var appendUIDError: UInt32 = 0
    /// Mailboxes are labels, and all messages are in a mailbox with the use `all`.
    public var hasLabels = false
    /// Whether a message that is marked as deleted is removed from its mailbox at once.
    public var removesDeletedAtOnce = false
    /// The mechanisms that accept a token.
    public var tokenMechanisms = ["AUTH=XOAUTH2", "AUTH=OAUTHBEARER"]
    /// The size limit of APPEND in bytes.
    public var appendLimit: Int?
    /// The number of messages that a command processes, beginning with the newest [RFC 9738].
    public var messageLimit: Int?
    /// How LIST writes INBOX.
    public var inboxName = "INBOX"
    /// Whether ENABLE reports what it enabled.
    public var saysEnabled = true
    /// Whether SEARCH finds text and sizes. If not, it finds no text, every message is larger, and none is smaller.
    public var findsText = true
    /// Whether SEARCH RETURN (ALL) returns the messages that it finds.
    public var returnsSets = true

    public init(_ name: String, open: String, _ capabilities: String) {
        self.name = name
        openCapabilities = open.split(separator: " ").map(String.init)
        self.capabilities = capabilities.split(separator: " ").map(String.init)
    }

    public var description: String { name }

    public func has(_ capability: String) -> Bool { capabilities.contains(capability) }

    /// Returns the same server with a limit of messages per command.
    public func limited(to count: Int) -> ModelProfile {
        var profile = self
        profile.capabilities.removeAll { $0.hasPrefix("MESSAGELIMIT=") }
        profile.capabilities.append("MESSAGELIMIT=\(count)")
        profile.messageLimit = count
        return profile
    }

    public var keepsModSequences: Bool { has("CONDSTORE") || has("QRESYNC") }

    /// Returns the same server with additional capabilities.
    public func with(_ added: String...) -> ModelProfile {
        var profile = self
        profile.capabilities += added
        return profile
    }

    /// Returns the same server without these capabilities.
    public func without(_ missing: String...) -> ModelProfile {
        var profile = self
        profile.capabilities.removeAll { missing.contains($0) }
        return profile
    }
}

extension ModelProfile {
    public static let all = [dovecot, cyrus, courier, gmail, exchange, yahoo, bare]

    public static let dovecot = {
        var profile = ModelProfile(
            "like Dovecot", open: "IMAP4rev1 SASL-IR ID ENABLE IDLE LITERAL+",
            """
            IMAP4rev1 SASL-IR ID ENABLE IDLE UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED CONDSTORE QRESYNC ESEARCH \
            LIST-STATUS MOVE STATUS=SIZE LITERAL+ SPECIAL-USE
            """)
        profile.saysUnchangedFlags = false
        profile.reportsSelectedAsSeen = true
        return profile
    }()

    public static let cyrus = {
        var profile = ModelProfile(
            "like Cyrus", open: "IMAP4rev1 LITERAL+ ID ENABLE SASL-IR",
            """
            IMAP4rev1 LITERAL+ ID ENABLE SASL-IR CHILDREN CONDSTORE CREATE-SPECIAL-USE ESEARCH LIST-EXTENDED LIST-STATUS \
            MOVE NAMESPACE OBJECTID QRESYNC SPECIAL-USE STATUS=SIZE UIDPLUS UNSELECT IDLE APPENDLIMIT=4294967295
            """)
        profile.keepsUIDValidityOnRename = true
        profile.appendLimit = 4_294_967_295
        return profile
    }()

    public static let courier = {
        let capabilities = "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE IDLE ENABLE"
        var profile = ModelProfile("like Courier", open: capabilities, capabilities)
        profile.separator = 0x2E
        profile.prefix = "INBOX."
        profile.mailboxes = [("Drafts", nil), ("Sent", nil), ("Trash", nil)]
        profile.saysCapabilities = false
        profile.saysUIDNext = false
        profile.announcesWhenAsked = true
        return profile
    }()

    public static let gmail = {
        var profile = ModelProfile(
            "like Gmail", open: "IMAP4rev1 UNSELECT IDLE NAMESPACE ID CHILDREN X-GM-EXT-1 SASL-IR",
            """
            IMAP4rev1 UNSELECT IDLE NAMESPACE ID CHILDREN X-GM-EXT-1 UIDPLUS ENABLE MOVE CONDSTORE ESEARCH LIST-EXTENDED \
            LIST-STATUS LITERAL- SASL-IR APPENDLIMIT=35651584
            """)
        profile.mailboxes = [
            ("[Gmail]/All Mail", .all), ("[Gmail]/Drafts", .drafts), ("[Gmail]/Important", .important),
            ("[Gmail]/Sent Mail", .sent), ("[Gmail]/Spam", .junk), ("[Gmail]/Starred", .flagged),
            ("[Gmail]/Trash", .trash),
        ]
        profile.saysUsesUnasked = true
        profile.keepsUIDValidityOnRename = true
        profile.hasLabels = true
        profile.removesDeletedAtOnce = true
        profile.appendLimit = 35_651_584
        return profile
    }()

    public static let exchange = {
        var profile = ModelProfile(
            "like Exchange", open: "IMAP4 IMAP4rev1 SASL-IR UIDPLUS ID UNSELECT CHILDREN IDLE NAMESPACE LITERAL+",
            "IMAP4 IMAP4rev1 SASL-IR UIDPLUS MOVE ID UNSELECT CHILDREN IDLE NAMESPACE LITERAL+")
        profile.mailboxes = [
            ("Archive", nil), ("Deleted Items", nil), ("Drafts", nil), ("Junk Email", nil), ("Sent Items", nil),
        ]
        profile.permanentFlags = FlagSet([.seen, .answered, .flagged, .deleted, .draft])
        return profile
    }()

    /// Yahoo and AOL: only UIDONLY shows all mail, and commands process 1,000 messages
    /// [senders.yahooinc.com/developer/documentation].
    public static let yahoo = {
        var profile = ModelProfile(
            "like Yahoo", open: "IMAP4rev1 SASL-IR ID",
            """
            IMAP4rev1 SASL-IR ID ENABLE MOVE NAMESPACE UIDPLUS LITERAL+ CHILDREN UNSELECT CONDSTORE QRESYNC OBJECTID \
            UIDONLY
            """
        ).limited(to: 1000)
        profile.mailboxes = [
            ("Archive", .archive), ("Bulk", .junk), ("Draft", .drafts), ("Sent", .sent), ("Trash", .trash),
        ]
        profile.saysUsesUnasked = true
        profile.inboxName = "Inbox"
        return profile
    }()

    /// iCloud: without MOVE, SPECIAL-USE and LITERAL+; ENABLE has an effect, but is not confirmed, and SEARCH does not
    /// find text [jstedfast/MailKit, UnitTests/Net/Imap/Resources/icloud; jstedfast/MailKit#1871;
    /// Foundry376/Mailspring-Sync#91; lswith/imap-mcp#8; nextcloud/mail#9454].
    public static let iCloud = {
        var profile = ModelProfile(
            "like iCloud", open: "IMAP4rev1 SASL-IR ID",
            "IMAP4rev1 CONDSTORE ENABLE QRESYNC NAMESPACE UIDPLUS CHILDREN UNSELECT ESEARCH SASL-IR ID IDLE LIST-STATUS"
        )
        profile.mailboxes = [
            ("Archive", nil), ("Deleted Messages", nil), ("Drafts", nil), ("Junk", nil), ("Sent Messages", nil),
        ]
        profile.findsText = false
        profile.returnsSets = false
        profile.saysEnabled = false
        return profile
    }()

    /// Proton Mail Bridge: few extensions and no keywords [ProtonMail/gluon, imap/capabilities.go; mjl-/mox#66].
    public static let proton = {
        let capabilities = "ID IDLE IMAP4rev1 MOVE UIDPLUS UNSELECT"
        var profile = ModelProfile("like Proton Mail Bridge", open: capabilities, capabilities)
        profile.mailboxes = [
            ("All Mail", .all), ("Archive", .archive), ("Drafts", .drafts), ("Folders/Lists", nil), ("Sent", .sent),
            ("Spam", .junk), ("Starred", .flagged), ("Trash", .trash),
        ]
        profile.saysUsesUnasked = true
        profile.permanentFlags = FlagSet([.seen, .flagged, .deleted])
        profile.hasLabels = true
        return profile
    }()

    /// IONOS, whose company also runs GMX and WEB.DE: without mod-sequences [the-djmaze/snappymail#1574].
    public static let ionos = {
        var profile = ModelProfile(
            "like IONOS", open: "IMAP4rev1 CHILDREN ENABLE ID IDLE LITERAL- NAMESPACE SASL-IR UIDPLUS UNSELECT",
            """
            IMAP4rev1 CHILDREN ENABLE ID IDLE LIST-EXTENDED LIST-STATUS LITERAL- MOVE NAMESPACE SASL-IR SPECIAL-USE UIDPLUS \
            UNSELECT APPENDLIMIT=140000000
            """)
        profile.appendLimit = 140_000_000
        return profile
    }()

    /// What RFC 3501 requires, and nothing else.
    public static let bare = {
        var profile = ModelProfile("bare", open: "IMAP4rev1", "IMAP4rev1")
        profile.mailboxes = [("Archive", nil), ("Drafts", nil), ("Sent", nil), ("Trash", nil)]
        return profile
    }()
}
