import Disk
import MailTestSupport
import MaildirStore
import Testing

@Suite("mbsync's configuration", .holds("K02", "PY7"))
struct MbsyncConfigurationTests {
    private static let store = """
        MaildirStore near
        Path ~/mail/work/
        Inbox ~/mail/work/INBOX
        SubFolders Verbatim


        """
    private static let channel = """
        Channel both
        Far :far:
        Near :near:
        Patterns *
        SyncState *
        Expunge Both

        """

    private func found(_ text: String, of tree: String = "/users/kim/mail/work") -> MbsyncConfiguration.Use? {
        MbsyncConfiguration(Array(text.utf8), user: Path("/users/kim")).use(of: Path(tree))
    }

    @Test(
        "The layout of a store whose Maildir petrel uses is found",
        arguments: [
            ("Verbatim", store, MailTreeLayout.Style.verbatim, "INBOX"),
            ("Legacy", store.replacing("Verbatim", with: "Legacy"), .legacy, "INBOX"),
            ("no layout", store.replacing("SubFolders Verbatim\n", with: ""), .verbatim, "INBOX"),
            ("Maildir++", "MaildirStore near\nInbox ~/mail/work\nSubFolders Maildir++\n\n", .maildirPlusPlus, nil),
            ("another name of INBOX", store.replacing("/INBOX", with: "/Inbox"), .verbatim, "Inbox"),
            (
                "quoted and in another case",
                "maildirstore \"near\"\nPATH \"/users/kim/mail/work/\"\n"
                    + "inbox /users/kim/mail/work/INBOX # here\nsubfolders verbatim\n\n", .verbatim, "INBOX"
            ),
        ] as [(String, String, MailTreeLayout.Style, String?)])
    func layout(_ row: String, _ store: String, _ style: MailTreeLayout.Style, _ inbox: String?) throws {
        let use = try #require(found(store + Self.channel), "\(row)")
        #expect(use.style == style && use.dangers == [], "\(row): \(use.dangers)")
        #expect(use.inboxName.map { String(decoding: $0, as: UTF8.self) } == inbox, "\(row)")
        #expect(use.place == .mailbox, "\(row)")
    }

    @Test("A Maildir that mbsync does not use is not shared")
    func other() {
        #expect(found(Self.store + Self.channel, of: "/users/kim/mail/home") == nil)
        #expect(found(Self.store + Self.channel, of: "/users/kim/mail") == nil)
        #expect(found("IMAPStore far\nPath mail/work\n\n") == nil)
        #expect(found("") == nil)
    }

    @Test("The place of the records is found")
    func records() {
        let stores = MbsyncStateLocation.Stores(far: Array("far".utf8), near: Array("near".utf8))
        let rows: [(String, MbsyncStateLocation)] = [
            ("", .files(prefix: Path("/users/kim/.mbsync/"), stores: stores)),
            ("SyncState *\n\n", .mailbox),
            ("SyncState ~/states/\n\n", .files(prefix: Path("/users/kim/states/"), stores: stores)),
        ]
        let plain = Self.channel.replacing("SyncState *\n", with: "")
        for (global, place) in rows { #expect(found(global + Self.store + plain)?.place == place, "\(global)") }
        let own = Self.channel.replacing("SyncState *", with: "SyncState /states/work-")
        #expect(found(Self.store + own)?.place == .files(prefix: Path("/states/work-"), stores: nil))
    }

    @Test(
        "A configuration with which mail would be doubled or renamed is dangerous, and the reason names the option",
        arguments: [
            ("a mailbox with two names", store, "Near :near:", "Near :near:All", "another name"),
            ("a size limit", store, "Patterns *", "MaxSize 1m", "line 9: with MaxSize"),
            ("a size limit of the store", store, "SubFolders", "MaxSize 500k\nSubFolders", "line 4: with MaxSize"),
            (
                "a size limit of the other store", "IMAPStore far\nMaxSize 5m\n\n" + store, "", "",
                "line 2: with MaxSize"
            ),
            ("a size limit for all", "MaxSize 5m\n\n" + store, "", "", "line 1: with MaxSize"),
            ("a number of messages", store, "Patterns *", "MaxMessages 100", "line 9: with MaxMessages"),
            ("a number of messages for all", "MaxMessages 9\n\n" + store, "", "", "line 1: with MaxMessages"),
            ("no expunging", store, "Expunge Both", "# nothing", "line 6: mbsync's channel both leaves deleted"),
            (
                "expunging here only", store, "Expunge Both", "Expunge Near",
                "line 11: mbsync's channel both leaves deleted"
            ),
            ("another field delimiter", "FieldDelimiter ;\n\n" + store, "", "", "line 1: mbsync uses FieldDelimiter"),
            (
                "a second store elsewhere", store + "MaildirStore x\nPath ~/mail/work\nInbox ~/I\n\n", "", "",
                "second MaildirStore"
            ),
            ("numbers in a database", store + "", "Path", "AltMap yes\nPath", "AltMap"),
            ("mailboxes without levels", store, "Path", "Flatten .\nPath", "Flatten"),
            ("another delimiter", store, "Path", "InfoDelimiter ;\nPath", "InfoDelimiter"),
            ("an INBOX elsewhere", store, "Inbox ~/mail/work/INBOX", "Inbox ~/Maildir", "INBOX outside"),
            ("the Maildir as Far", store, "Far :far:\nNear :near:", "Far :near:\nNear :far:", "as Far"),
        ])
    func dangers(_ row: String, _ store: String, _ option: String, _ replacement: String, _ reason: String) throws {
        let whole = store + Self.channel
        let text = option.isEmpty ? whole : whole.replacing(option, with: replacement, maxReplacements: 1)
        let dangers = try #require(found(text)).dangers
        #expect(dangers.contains { $0.contains(reason) }, "\(row): \(dangers)")
    }

    @Test(
        "A limit of 0 is none, and an option of the channel comes before those of its stores and of the file",
        arguments: [
            ("no size limit", store, "Patterns *", "MaxSize 0"),
            ("no limit of messages", "MaxMessages 9\n\n" + store, "Patterns *", "MaxMessages 0"),
            (
                "the channel's size limit", store.replacing("SubFolders", with: "MaxSize 1m\nSubFolders"), "Patterns *",
                "MaxSize 0"
            ),
            ("expunging in all channels", "Expunge Both\n\n" + store, "Expunge Both\n\n\n", ""),
            ("expunging there only", store, "Expunge Both", "Expunge Far"),
            ("only new mail is fetched", store, "Expunge Both", "Sync PullNew"),
        ])
    func harmless(_ row: String, _ store: String, _ option: String, _ replacement: String) throws {
        let text = (store + Self.channel).replacing(option, with: replacement, maxReplacements: 1)
        #expect(try #require(found(text)).dangers == [], "\(row)")
    }

    @Test("Two stores with one Maildir are dangerous if their records differ, and the channels of both are checked")
    func stores() throws {
        let second = Self.store.replacing("MaildirStore near", with: "MaildirStore second")
        let channel = Self.channel.replacing("Channel both", with: "Channel x").replacing(":near:", with: ":second:")
        let text = Self.store + second + Self.channel + "\n" + channel
        #expect(try #require(found(text)).dangers == [])
        let limited = text + "MaxSize 1m\n"
        #expect(try #require(found(limited)).dangers.contains { $0.contains("MaxSize") })
        let elsewhere = text.replacing("SyncState *\n", with: "")
        #expect(try #require(found(elsewhere)).dangers.contains { $0.contains("in two places") })
    }

    @Test("The records are in the state directory that mbsync 1.5 uses, if it is there")
    func states() {
        let text = Self.store + Self.channel.replacing("SyncState *\n", with: "")
        let configuration = MbsyncConfiguration(
            Array(text.utf8), user: Path("/users/kim"), states: Path("/users/kim/.local/state/isync"))
        let stores = MbsyncStateLocation.Stores(far: Array("far".utf8), near: Array("near".utf8))
        let place = MbsyncStateLocation.files(prefix: Path("/users/kim/.local/state/isync/"), stores: stores)
        #expect(configuration.use(of: Path("/users/kim/mail/work"))?.place == place)
    }

    @Test("Two accounts in one Maildir are dangerous, and so are records in two places")
    func channels() {
        let other = Self.channel.replacing("Far :far:", with: "Far :other:").replacing(
            "Channel both", with: "Channel x")
        #expect(found(Self.store + Self.channel + "\n" + other)?.dangers.count == 1)
        let elsewhere = Self.channel.replacing("SyncState *", with: "SyncState /states/")
        #expect(found(Self.store + Self.channel + "\n" + elsewhere)?.dangers.count == 1)
    }
}
