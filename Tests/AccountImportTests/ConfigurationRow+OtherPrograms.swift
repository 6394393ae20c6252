import AccountImport

extension ConfigurationRow {
    /// Households that read and send with one program, or sync with OfflineIMAP.
    static let otherPrograms = [
        mutt, muttTokens, muttHooks, muttSecretFile, aerc, himalaya, himalayaTables, offlineimap, gmailPython,
        muttRemarks, aercRemarks,
    ]

    private static let mutt = ConfigurationRow(
        testDescription: "mutt alone, with pass in backticks",
        files: [
            (
                .mutt,
                """
                set my_user = "kim@example.net"
                set my_pass = "`pass show mail/kim`"
                set realname = 'Kim Park'
                set from = $my_user use_from=yes
                set folder = "imaps://imap.example.net/"
                set spoolfile = "+INBOX"
                set imap_user = $my_user ; set imap_pass = $my_pass
                set smtp_url = "smtps://$my_user@smtp.example.net:465/"
                set smtp_pass = "$my_pass"
                set ssl_force_tls = yes
                alias ben Ben Berg <ben@example.org>
                """
            )
        ],
        accounts: [
            "kim@example.net: Kim Park <kim@example.net> | imaps://imap.example.net as kim@example.net "
                + "| smtps://smtp.example.net:465 as kim@example.net | command pass show mail/kim"
        ], addressBooks: ["/u/kim/mutt"])

    private static let muttTokens = ConfigurationRow(
        testDescription: "neomutt with mutt_oauth2.py, and an account in a sourced file",
        files: [
            (
                .mutt,
                """
                source ~/.config/neomutt/outlook
                source "gpg -d ~/.mutt/passwords.gpg |"
                source /etc/Muttrc
                """
            )
        ],
        sources: [
            "/u/kim/.config/neomutt/outlook": """
            set from = "Kim Park <kim@outlook.com>"
            set imap_user = "kim@outlook.com"
            set folder = "imaps://${imap_user}@outlook.office365.com"
            set smtp_url = "smtp://${imap_user}@smtp.office365.com:587"
            set imap_authenticators = "oauthbearer:xoauth2"
            set smtp_authenticators = ${imap_authenticators}
            set imap_oauth_refresh_command = "~/bin/mutt_oauth2.py \\
                ~/.config/neomutt/token"
            set smtp_oauth_refresh_command = ${imap_oauth_refresh_command}
            set my_pass = "`pass outlook`"
            set imap_pass = $my_pass
            """
        ],
        accounts: [
            "kim@outlook.com: Kim Park <kim@outlook.com> | imaps://outlook.office365.com as kim@outlook.com "
                + "| smtp://smtp.office365.com:587 as kim@outlook.com "
                + "| token ~/bin/mutt_oauth2.py     ~/.config/neomutt/token"
        ], notUnderstood: ["mutt:2", "mutt:3"])

    private static let muttHooks = ConfigurationRow(
        testDescription: "mutt with folder hooks and macros that switch accounts, over msmtp",
        files: [
            (
                .mutt,
                """
                set realname = "Kim Park"
                source accounts/work
                folder-hook 'home' 'source ~/accounts/home'
                macro index,pager i2 '<sync-mailbox><enter-command>source ~/accounts/home<enter><change-folder>!<enter>'
                account-hook imaps://x.example/ 'set imap_pass=hunter2'
                """
            ),
            (
                .msmtp,
                """
                defaults
                tls on
                account work
                host smtp.work.example
                port 587
                from kim@work.example
                user kim@work.example
                passwordeval pass work
                account home
                host smtp.home.example
                port 587
                from kim@home.example
                user kim@home.example
                passwordeval pass home
                """
            ),
        ],
        sources: [
            "/u/kim/accounts/work": """
            set from = "kim@work.example"
            set sendmail = "msmtp -a work"
            set folder = "imaps://imap.work.example"
            set imap_user = "kim@work.example"
            """,
            "/u/kim/accounts/home": """
            set from = "kim@home.example"
            set sendmail = "msmtp -a home"
            set folder = "imaps://imap.home.example"
            set imap_user = "kim@home.example"
            """,
        ],
        accounts: [
            "work: Kim Park <kim@work.example> | imaps://imap.work.example as kim@work.example "
                + "| smtp://smtp.work.example:587 as kim@work.example | command pass work",
            "home: Kim Park <kim@home.example> | imaps://imap.home.example as kim@home.example "
                + "| smtp://smtp.home.example:587 as kim@home.example | command pass home",
        ], notUnderstood: ["mutt:5"])

    private static let muttSecretFile = ConfigurationRow(
        testDescription: "a password in the URL of muttrc, which is never shown",
        files: [
            (.mutt, "set smtp_url=\"smtp://kim@example.net:hunter2@smtp.example.net:587\"\nset from=kim@example.net")
        ],
        accounts: [
            "kim@example.net: kim@example.net | no imap | smtp://smtp.example.net:587 as kim@example.net | plain text"
        ])

    private static let aerc = ConfigurationRow(
        testDescription: "aerc with commands for passwords, a token, and msmtp as outgoing command",
        files: [
            (
                .aerc,
                """
                [Personal]
                source            = imaps://kim%40example.net@imap.example.net:993
                source-cred-cmd   = pass show mail/kim
                outgoing          = smtp+plain://kim%40example.net@smtp.example.net:587
                outgoing-cred-cmd = pass show mail/kim
                default           = INBOX
                from              = "Kim Park" <kim@example.net>
                aliases           = Kim <kim@example.org>, *@park.example
                copy-to           = Sent

                [Live]
                source = imaps+xoauth2://kim%40live.com@outlook.office365.com:993
                source-cred-cmd = oama access kim@live.com
                outgoing = msmtp -a live -t
                from = kim@live.com

                [Local]
                source = maildir://~/mail/work
                outgoing = /usr/local/bin/queue
                from = kim@work.example

                [Jay]
                source = jmap+oauthbearer://kim%40example.com@api.fastmail.com/.well-known/jmap
                from = kim@example.com
                """
            ),
            (
                .msmtp,
                """
                account live
                host smtp-mail.outlook.com
                port 587
                tls on
                auth xoauth2
                user kim@live.com
                passwordeval "oama access kim@live.com"
                """
            ),
        ],
        accounts: [
            "Personal: Kim Park <kim@example.net>, Kim <kim@example.org> | imaps://imap.example.net:993 as kim@example.net "
                + "| smtp://smtp.example.net:587 as kim@example.net | command pass show mail/kim | notes aerc:9",
            "Live: kim@live.com | imaps://outlook.office365.com:993 as kim@live.com "
                + "| smtp://smtp-mail.outlook.com:587 as kim@live.com | token oama access kim@live.com",
        ], notUnderstood: ["aerc:19", "aerc:17", "aerc:23", "aerc:22"])

    private static let himalaya = ConfigurationRow(
        testDescription: "himalaya with dotted keys, a command and a keyring",
        files: [
            (
                .himalaya,
                """
                display-name = "Kim Park"
                signature = \"\"\"
                -- [not a table]
                Kim\"\"\"

                [accounts.gmail]
                email = "kim@gmail.com"
                default = true
                folder.aliases.sent = "[Gmail]/Sent Mail"
                backend.type = "imap"
                backend.host = "imap.gmail.com"
                backend.port = 993
                backend.encryption.type = "tls"
                backend.login = "kim@gmail.com"
                backend.auth.type = "password"
                backend.auth.keyring = "gmail-imap"
                message.send.backend.type = "smtp"
                message.send.backend.host = "smtp.gmail.com"
                message.send.backend.port = 587
                message.send.backend.encryption.type = "start-tls"
                message.send.backend.login = "kim@gmail.com"
                message.send.backend.auth.type = "password"
                message.send.backend.auth.keyring = "gmail-imap"

                [accounts.work] # by commands
                email = "kim@work.example"
                display-name = 'K. Park'
                backend = { type = "imap", host = "mail.work.example", port = 143, encryption.type = "start-tls", login = "kpark", auth = { type = "password", cmd = ["gpg -d ~/work.gpg", "head -1"] } }
                message.send.backend.type = "smtp"
                message.send.backend.host = "mail.work.example"
                message.send.backend.port = 587
                message.send.backend.encryption = "start-tls"
                message.send.backend.login = "kpark"
                message.send.backend.auth.type = "password"
                message.send.backend.auth.cmd = ["gpg -d ~/work.gpg", "head -1"]
                broken line
                """
            )
        ],
        accounts: [
            "gmail: Kim Park <kim@gmail.com> | imaps://imap.gmail.com:993 as kim@gmail.com "
                + "| smtp://smtp.gmail.com:587 as kim@gmail.com | keyring service=himalaya-cli username=gmail-imap",
            "work: K. Park <kim@work.example> | imap://mail.work.example:143 as kpark "
                + "| smtp://mail.work.example:587 as kpark | command gpg -d ~/work.gpg | head -1",
        ], notUnderstood: ["himalaya:36"])

    private static let himalayaTables = ConfigurationRow(
        testDescription: "himalaya with tables, OAuth by a command, and sendmail through msmtp",
        files: [
            (
                .himalaya,
                """
                [accounts.m365]
                email = "kim@corp.example"
                [accounts.m365.backend]
                type = "imap"
                host = "outlook.office365.com"
                login = "kim@corp.example"
                auth.type = "oauth2"
                auth.access-token.cmd = "pizauth show m365"
                [accounts.m365.message.send.backend]
                type = "sendmail"
                cmd = "msmtp --account=corp"
                """
            ),
            (
                .msmtp,
                """
                account corp
                host smtp.office365.com
                port 587
                tls
                auth oauthbearer
                user kim@corp.example
                passwordeval pizauth show m365
                """
            ),
        ],
        accounts: [
            "m365: kim@corp.example | imaps://outlook.office365.com as kim@corp.example "
                + "| smtp://smtp.office365.com:587 as kim@corp.example | token pizauth show m365"
        ])

    private static let offlineimap = ConfigurationRow(
        testDescription: "OfflineIMAP with sep, maxage and a password file",
        files: [
            (
                .offlineimap,
                """
                [general]
                accounts = main
                maxsyncaccounts = 2

                [Account main]
                localrepository = main-local
                remoterepository = main-remote
                maxage = 90

                [Repository main-local]
                type = Maildir
                localfolders: ~/Mail/main
                sep = /

                [Repository main-remote]
                type = IMAP
                remotehost = imap.example.net
                remoteuser = kim@example.net
                remotepassfile = ~/.secrets/main
                ssl = yes
                sslcacertfile = ~/ca.pem
                folderfilter = lambda folder: folder not in
                    ['Spam', 'Trash']
                """
            )
        ],
        accounts: [
            "main: kim@example.net | imaps://imap.example.net as kim@example.net trusting ~/ca.pem | no smtp "
                + "| file ~/.secrets/main | ~/Mail/main"
        ])

    private static let gmailPython = ConfigurationRow(
        testDescription: "OfflineIMAP with Gmail, pythonfile, remotepasseval and nametrans",
        files: [
            (
                .offlineimap,
                """
                [general]
                accounts = gmail
                pythonfile = ~/.offlineimap.py

                [Account gmail]
                localrepository = gmail-local
                remoterepository = gmail-remote

                [Repository gmail-local]
                type = Maildir
                localfolders = ~/Mail/gmail
                nametrans = lambda folder: {'sent': '[Gmail]/Sent Mail'}.get(folder, folder)

                [Repository gmail-remote]
                type = Gmail
                remoteuser = kim@gmail.com
                remotepasseval = get_pass("it's mine")
                nametrans = lambda folder: {'[Gmail]/Sent Mail': 'sent'}.get(folder, folder)
                sslcacertfile = /etc/ssl/certs/ca-certificates.crt
                """
            )
        ],
        accounts: [
            "gmail: kim@gmail.com | imaps://imap.gmail.com as kim@gmail.com | no smtp | command python3 -c "
                + "'import sys; exec(open(sys.argv[2]).read()) if sys.argv[2:] else None; p = eval(sys.argv[1]); "
                + "print(p.decode() if isinstance(p, bytes) else p)' 'get_pass(\"it'\\''s mine\")' '/u/kim/.offlineimap.py' "
                + "| ~/Mail/gmail but nametrans changes the names of folders"
        ])

    private static let muttRemarks = ConfigurationRow(
        testDescription: "mutt with settings that petrel does not take over, and with others about display",
        files: [
            (
                .mutt,
                """
                set from = kim@example.net smtp_url = smtp://kim@smtp.example.net:587
                my_hdr Bcc: kim@example.net
                my_hdr "Reply-To: kim@example.org"
                set signature = ~/.signature ; set record = +Sent trash = +Trash
                alternates kim@example\\.org
                set crypt_autosign pgp_sign_as = 0x6A5BB08ED2B64E07 nopgp_autosign crypt_autoencrypt = no
                source ~/missing
                sett sort = threads
                send-hook . 'set signature = ~/.other'
                color index red default ~D
                macro index x "<save-message>=Archive\\n" "archive"
                set index_format = "%4C %Z" sort = threads
                unmy_hdr * ; unalternates * ; mailboxes +INBOX ; auto_view text/html
                """
            )
        ],
        accounts: [
            "kim@example.net: kim@example.net | no imap | smtp://smtp.example.net:587 as kim | no secret"
        ],
        notUnderstood: [
            "mutt:2", "mutt:3", "mutt:4", "mutt:4", "mutt:4", "mutt:5", "mutt:6", "mutt:6", "mutt:7", "mutt:8",
            "mutt:9",
        ])

    private static let aercRemarks = ConfigurationRow(
        testDescription: "aerc with keys that petrel does not take over or does not know",
        files: [
            (
                .aerc,
                """
                [Personal]
                source = imaps://kim%40example.net@imap.example.net
                outgoing = smtps://kim%40example.net@smtp.example.net
                from = kim@example.net
                pgp-key-id = 6A5BB08ED2B64E07
                signature-file = ~/.signature
                folders-exclude = ~^Lists
                folder-sort = INBOX
                folders-sort = INBOX
                """
            )
        ],
        accounts: [
            "Personal: kim@example.net | imaps://imap.example.net as kim@example.net "
                + "| smtps://smtp.example.net as kim@example.net | no secret | notes aerc:5 aerc:6 aerc:7 aerc:8"
        ])
}
