// swift-tools-version: 6.2
import PackageDescription

// Core is pure: values in, values out. Shell performs effects. System wraps C libraries.
// Each module lists the modules that it may import as typed values, so that a dependency of Core on Shell or System
// does not compile. `scripts/checks/check-imports` checks what the types cannot: imports of platform modules.

enum Core: String {
    case accountImport = "AccountImport"
    case autoconfiguration = "Autoconfiguration"
    case calendar = "Calendar"
    case jsonText = "JSONText"
    case lineEditing = "LineEditing"
    case localSubmission = "LocalSubmission"
    case mailcap = "Mailcap"
    case mailboxFormats = "MailboxFormats"
    case mailSearch = "MailSearch"
    case mailTypes = "MailTypes"
    case messageSecurity = "MessageSecurity"
    case internetMessage = "InternetMessage"
    case imapProtocol = "IMAPProtocol"
    case composer = "Composer"
    case conversations = "Conversations"
    case contacts = "Contacts"
    case domainNames = "DomainNames"
    case http = "HTTP"
    case oauth = "OAuth"
    case outbox = "Outbox"
    case reconciliation = "Reconciliation"
    case sasl = "SASL"
    case smartReply = "SmartReply"
    case smtpProtocol = "SMTPProtocol"
}

enum System: String {
    case linux = "CLinux"
    case openSSL = "COpenSSL"
    case sqlite = "CSQLite"
    case xxHash = "CXXHash"
    case zlib = "CZlib"
}

enum Shell: String {
    case accounts = "Accounts"
    case curl = "Curl"
    case database = "Database"
    case deflate = "Deflate"
    case digest = "Digest"
    case gnuPG = "GnuPG"
    case disk = "Disk"
    case mailClients = "MailClients"
    case maildirStore = "MaildirStore"
    case mailEngine = "MailEngine"
    case mailIndex = "MailIndex"
    case mailIndexing = "MailIndexing"
    case network = "Network"
    case processes = "Processes"
    case platform = "Platform"
    case signIn = "SignIn"
    case syncLedger = "SyncLedger"
    case terminal = "Terminal"
    case threads = "Threads"
    case worker = "Worker"
    case repl = "REPL"
}

let testSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// The settings of modules and programs, which must mark every unsafe use of memory. Tests need not.
let settings = testSettings + [.strictMemorySafety()]

func dependencies(_ core: [Core], _ shell: [Shell] = [], _ system: [System] = []) -> [Target.Dependency] {
    let names = core.map(\.rawValue) + shell.map(\.rawValue) + system.map(\.rawValue)
    return names.map { .byName(name: $0) }
}

func core(_ room: Core, uses: [Core] = []) -> Target {
    .target(
        name: room.rawValue, dependencies: dependencies(uses),
        path: "Sources/Core/\(room.rawValue)", swiftSettings: settings)
}

func shell(
    _ room: Shell, uses: [Core] = [], _ shell: [Shell] = [], _ system: [System] = [], isSmall: Bool = false
) -> Target {
    .target(
        name: room.rawValue, dependencies: dependencies(uses, shell, system),
        path: "Sources/Shell/\(room.rawValue)", swiftSettings: settings + (isSmall ? small : []))
}

/// For large modules whose code runs a few times a command: small code compiles faster, and fewer pages are read when
/// petrel starts. No module of a library product has it, because a package with such flags cannot be depended on.
let small = [SwiftSetting.unsafeFlags(["-Osize"])]

func system(_ library: System, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: library.rawValue, path: "Sources/System/\(library.rawValue)",
        pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A module in C with system calls that Swift's Glibc module lacks.
func wrapper(_ library: System) -> Target {
    .target(name: library.rawValue, path: "Sources/System/\(library.rawValue)")
}

/// A small program based on the given modules.
func program(
    _ name: String, path: String, uses: [Core] = [], _ shell: [Shell] = [], linked: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies(uses, shell), path: path, swiftSettings: settings,
        linkerSettings: linked)
}

/// Links the Swift libraries statically, because loading the shared ones takes a third of the startup time. Tests must
/// not depend on such a program: they would be linked in the same way, but need the shared libraries.
let alone = [LinkerSetting.unsafeFlags(["-static-stdlib"])]

/// Tests take about half as long to compile if they are not optimized. The modules that they test are, and most of those
/// that help them, because they compute more. Without optimization the compiler would check each module twice, first for
/// its interface alone; the last flag prevents that.
let unoptimized = [SwiftSetting.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// Tests may use Foundation, but the modules that they test must not.
func tests(
    _ name: String, of core: [Core] = [], _ shell: [Shell] = [], _ system: [System] = [], programs: [String] = [],
    support: [String] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies(core, shell, system)
            + (["MailTestSupport"] + support + programs).map { .byName(name: $0) },
        path: "Tests/\(name)", swiftSettings: testSettings + unoptimized)
}

let package = Package(
    name: "petrel",
    products: [
        .executable(name: "petrel", targets: ["petrel"]),
        .library(name: "InternetMessage", targets: ["InternetMessage", "MailTypes"]),
        .library(name: "IMAPProtocol", targets: ["IMAPProtocol", "MailTypes"]),
        .library(name: "SMTPProtocol", targets: ["SMTPProtocol", "SASL", "MailTypes"]),
        .library(name: "MaildirStore", targets: ["MaildirStore", "Disk", "MailTypes"]),
    ],
    targets: [
        core(.mailTypes),
        core(.accountImport, uses: [.internetMessage, .mailTypes, .sasl]),
        core(.internetMessage, uses: [.mailTypes]),
        core(.conversations, uses: [.internetMessage, .mailTypes]),
        core(.contacts, uses: [.internetMessage, .mailTypes]),
        core(.composer, uses: [.conversations, .internetMessage, .jsonText, .mailTypes, .messageSecurity]),
        core(.autoconfiguration),
        core(.calendar, uses: [.mailTypes]),
        core(.domainNames),
        core(.http),
        core(.imapProtocol, uses: [.mailTypes]),
        core(.jsonText),
        core(.lineEditing, uses: [.mailTypes]),
        core(.localSubmission),
        core(.mailcap),
        core(.mailboxFormats, uses: [.mailTypes]),
        core(.mailSearch, uses: [.lineEditing, .mailTypes]),
        core(.messageSecurity, uses: [.internetMessage, .mailTypes]),
        core(.oauth, uses: [.http, .jsonText, .sasl]),
        core(.outbox, uses: [.mailTypes, .smtpProtocol]),
        core(.reconciliation, uses: [.mailTypes]),
        core(.sasl),
        core(.smartReply, uses: [.internetMessage, .mailTypes]),
        core(.smtpProtocol, uses: [.mailTypes, .sasl]),
        wrapper(.linux),
        system(.openSSL, pkgConfig: "openssl", apt: "libssl-dev"),
        system(.sqlite, pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system(.xxHash, pkgConfig: "libxxhash", apt: "libxxhash-dev"),
        system(.zlib, pkgConfig: "zlib", apt: "zlib1g-dev"),
        shell(.deflate, uses: [], [], [.zlib]),
        shell(.digest, uses: [.mailTypes], [], [.openSSL, .xxHash]),
        shell(.threads, uses: [], [], [.linux]),
        shell(.disk, uses: [], [.threads], [.linux]),
        shell(
            .maildirStore,
            uses: [.contacts, .internetMessage, .jsonText, .mailboxFormats, .mailTypes, .outbox],
            [.digest, .disk, .threads]),
        shell(.curl, uses: [.http], [.disk, .platform, .processes, .threads]),
        shell(.database, uses: [], [.disk], [.sqlite]),
        shell(
            .mailIndex, uses: [.conversations, .internetMessage, .mailSearch, .mailTypes],
            [.database, .digest, .disk, .threads]),
        shell(
            .mailIndexing, uses: [.contacts, .mailTypes],
            [.digest, .disk, .mailIndex, .maildirStore, .platform, .threads]),
        shell(.syncLedger, uses: [.mailTypes, .reconciliation], [.database, .disk]),
        shell(
            .mailEngine,
            uses: [
                .contacts, .domainNames, .imapProtocol, .internetMessage, .mailTypes, .outbox, .reconciliation, .sasl,
                .smtpProtocol,
            ],
            [
                .accounts, .database, .mailClients, .mailIndex, .mailIndexing, .maildirStore, .disk, .digest, .platform,
                .syncLedger, .threads,
            ], isSmall: true),
        shell(.platform, uses: [.mailTypes], [], [.linux]),
        shell(
            .accounts,
            uses: [
                .autoconfiguration, .domainNames, .http, .internetMessage, .jsonText, .lineEditing, .mailTypes, .oauth,
                .sasl,
            ],
            [.disk, .processes, .platform], isSmall: true),
        shell(
            .mailClients, uses: [.domainNames, .imapProtocol, .mailTypes, .sasl, .smtpProtocol],
            [.deflate, .platform]),
        shell(.network, uses: [.domainNames, .http], [.curl, .mailClients, .platform, .threads], [.linux, .openSSL]),
        shell(.processes, uses: [], [.disk, .platform, .threads], [.linux]),
        shell(.gnuPG, uses: [.internetMessage, .mailTypes, .messageSecurity], [.platform, .processes]),
        shell(
            .signIn, uses: [.http, .jsonText, .mailTypes, .oauth, .sasl],
            [.accounts, .curl, .digest, .disk, .platform]),
        shell(.terminal, uses: [.lineEditing, .mailTypes], [.threads], [.linux]),
        shell(.worker, uses: [.jsonText], [.accounts, .disk, .threads], [.linux]),
        shell(
            .repl,
            uses: [
                .accountImport, .autoconfiguration, .calendar, .composer, .contacts, .conversations, .domainNames,
                .http,
                .internetMessage, .jsonText, .lineEditing, .localSubmission, .mailSearch, .mailTypes, .mailcap,
                .messageSecurity, .oauth, .outbox, .reconciliation, .sasl, .smartReply, .smtpProtocol,
            ],
            [
                .accounts, .gnuPG, .mailClients, .terminal, .mailEngine, .mailIndex, .mailIndexing, .maildirStore,
                .disk,
                .digest, .processes, .platform, .signIn, .threads, .worker,
            ], isSmall: true),
        program(
            "petrel", path: "Sources/petrel", uses: [], [.mailClients, .network, .platform, .repl, .threads],
            linked: alone),
        program("ParseMessage", path: "docs/examples/ParseMessage", uses: [.internetMessage, .mailTypes]),
        program("IMAPSession", path: "docs/examples/IMAPSession", uses: [.imapProtocol]),
        program("SMTPReplies", path: "docs/examples/SMTPReplies", uses: [.smtpProtocol]),
        program("ListMaildir", path: "docs/examples/ListMaildir", uses: [.internetMessage], [.disk, .maildirStore]),
        program(
            "MessageBench", path: "Tests/Benchmarks/MessageBench", uses: [.internetMessage, .mailTypes], [.disk]),
        program(
            "IndexBench", path: "Tests/Benchmarks/IndexBench", uses: [.mailSearch, .mailTypes],
            [.mailIndex, .mailIndexing, .maildirStore, .disk]),
        .target(
            name: "MailTestSupport",
            dependencies: dependencies(
                [.imapProtocol, .lineEditing, .mailTypes], [.disk, .mailClients, .platform, .terminal]),
            path: "Tests/MailTestSupport", swiftSettings: testSettings),
        .target(
            name: "ModelServer",
            dependencies: dependencies([.mailTypes], [.deflate, .mailClients]) + ["MailTestSupport"],
            path: "Tests/ModelServer", swiftSettings: testSettings),
        .target(
            name: "OutboxModel",
            dependencies: dependencies([.mailTypes, .outbox, .smtpProtocol], [.mailEngine, .maildirStore])
                + ["MailTestSupport"],
            path: "Tests/OutboxModel", swiftSettings: testSettings),
        tests(
            "ModelServerTests", of: [.imapProtocol, .mailTypes], [.mailClients, .network, .platform],
            support: ["ModelServer"]),
        tests("AccountImportTests", of: [.accountImport, .sasl]),
        tests("MailTypesTests", of: [.mailTypes]),
        tests("IMAPProtocolTests", of: [.imapProtocol, .mailTypes]),
        tests("InternetMessageTests", of: [.internetMessage, .mailTypes]),
        tests("DiskTests", of: [], [.disk]),
        program(
            "DraftAndContactBench", path: "Tests/Benchmarks/DraftAndContactBench", uses: [.contacts, .mailTypes],
            [.maildirStore, .disk]),
        program(
            "WireBench", path: "Tests/Benchmarks/WireBench", uses: [.imapProtocol, .mailTypes],
            [.digest, .mailClients, .network, .platform]),
        tests(
            "ComposerTests", of: [.composer, .internetMessage, .jsonText, .mailTypes, .messageSecurity]),
        tests("ContactsTests", of: [.contacts, .internetMessage, .mailTypes]),
        tests(
            "DeliveryTests", of: [.imapProtocol, .internetMessage, .mailTypes, .outbox, .sasl, .smtpProtocol],
            [
                .accounts, .digest, .disk, .mailClients, .mailEngine, .mailIndex, .mailIndexing, .maildirStore,
                .network, .repl, .platform,
            ], support: ["ModelServer", "OutboxModel"]),
        tests("AutoconfigurationTests", of: [.autoconfiguration]),
        tests("CalendarTests", of: [.calendar, .mailTypes]),
        tests("DomainNamesTests", of: [.domainNames]),
        tests("HTTPTests", of: [.http], [.curl, .disk, .platform]),
        tests("ConversationsTests", of: [.conversations, .internetMessage, .mailTypes]),
        tests(
            "MailClientsTests", of: [.imapProtocol, .mailTypes, .sasl, .smtpProtocol],
            [.deflate, .digest, .mailClients, .platform]),
        tests("MailIndexTests", of: [.internetMessage, .mailSearch, .mailTypes], [.mailIndex, .disk, .digest]),
        tests("MailSearchTests", of: [.mailSearch, .mailTypes]),
        tests(
            "MailIndexingTests", of: [.internetMessage, .mailSearch, .mailTypes],
            [.database, .mailIndex, .mailIndexing, .maildirStore, .disk, .digest]),
        tests(
            "MaildirStoreTests", of: [.contacts, .jsonText, .internetMessage, .mailTypes, .outbox, .smtpProtocol],
            [.maildirStore, .digest, .disk]),
        tests("NetworkTests", of: [.domainNames], [.mailClients, .network]),
        tests(
            "MailClientServerTests", of: [.imapProtocol, .mailTypes, .sasl, .smtpProtocol],
            [.digest, .mailClients, .network, .platform], support: ["ModelServer"]),
        tests("OAuthTests", of: [.http, .oauth, .sasl], [.digest]),
        tests("OutboxTests", of: [.mailTypes, .outbox, .smtpProtocol]),
        tests("ReconciliationTests", of: [.mailTypes, .reconciliation]),
        tests(
            "SyncTests",
            of: [.imapProtocol, .internetMessage, .mailSearch, .mailTypes, .outbox, .reconciliation, .sasl],
            [
                .accounts, .database, .digest, .disk, .mailClients, .mailEngine, .mailIndex, .mailIndexing,
                .maildirStore, .network,
                .platform, .syncLedger,
            ], [.sqlite], support: ["ModelServer"]),
        tests("SASLTests", of: [.sasl], [.digest]),
        tests(
            "SignInTests", of: [.http, .oauth, .sasl], [.accounts, .disk, .signIn, .platform]),
        tests("SMTPProtocolTests", of: [.mailTypes, .sasl, .smtpProtocol]),
        tests("LocalSubmissionTests", of: [.localSubmission]),
        tests("MailcapTests", of: [.mailcap]),
        tests("MessageSecurityTests", of: [.internetMessage, .mailTypes, .messageSecurity]),
        tests("MailboxFormatsTests", of: [.mailboxFormats, .mailTypes]),
        program("LineReaderProgram", path: "Tests/LineReaderProgram", uses: [.lineEditing], [.terminal]),
        tests("ThreadsTests", of: [], [.threads], [.linux]),
        tests("LineEditingTests", of: [.lineEditing]),
        tests("TerminalTests", of: [.lineEditing], [.terminal], programs: ["LineReaderProgram"]),
        tests("SmartReplyTests", of: [.internetMessage, .mailTypes, .smartReply]),
        tests(
            "REPLTests", of: [.composer, .internetMessage, .lineEditing, .mailTypes],
            [.repl, .accounts, .terminal, .maildirStore, .disk, .digest, .processes, .platform]),
        tests(
            "AccountsTests", of: [.autoconfiguration, .domainNames, .jsonText, .mailTypes, .oauth, .sasl],
            [.accounts, .disk, .platform]),
        program(
            "FixedClockPrompt", path: "Tests/FixedClockPrompt", uses: [.lineEditing, .mailTypes],
            [.repl, .terminal, .disk, .platform]),
        .target(
            name: "EndToEndSupport",
            dependencies: dependencies(
                [.domainNames, .lineEditing, .mailTypes], [.repl, .mailClients, .terminal, .disk, .platform])
                + ["FixedClockPrompt", "MailTestSupport", "ModelServer"],
            path: "Tests/EndToEndSupport", swiftSettings: testSettings + unoptimized),
        tests(
            "AccountCommandTests", of: [.domainNames, .imapProtocol, .lineEditing, .mailTypes],
            [.repl, .accounts, .mailClients, .terminal, .disk, .platform, .worker],
            support: ["EndToEndSupport", "ModelServer"]),
        tests(
            "CommandTests", of: [.imapProtocol, .lineEditing, .mailTypes],
            [.repl, .mailClients, .terminal, .disk, .platform],
            programs: ["ParseMessage", "IMAPSession", "SMTPReplies", "ListMaildir"],
            support: ["EndToEndSupport", "ModelServer"]),
        tests(
            "PromptTests", of: [.lineEditing, .mailTypes],
            [.repl, .accounts, .mailClients, .network, .terminal, .disk, .platform],
            support: ["EndToEndSupport", "ModelServer"]),
        .executableTarget(
            name: "SandboxProbe", dependencies: dependencies([], [.disk, .platform, .processes]),
            path: "Tests/SandboxProbe", swiftSettings: testSettings),
        tests("InteropTests", programs: ["SandboxProbe"]),
    ]
)
