import AccountImport

extension ConfigurationRow {
    /// Households that sync with mbsync.
    static let mbsync = [gmail, fastmail, proton, university, groups, tunnel, layouts]

    private static let gmail = ConfigurationRow(
        testDescription: "Gmail with mbsync, msmtp and mutt",
        files: [
            (
                .mbsync,
                """
                IMAPAccount gmail
                # Address to connect to
                Host imap.gmail.com
                User kim.park@gmail.com
                PassCmd "gpg -q --for-your-eyes-only --no-tty -d ~/.authinfo.gpg | awk '/imap.gmail.com/ {print $6}'"
                AuthMechs LOGIN
                SSLType IMAPS
                CertificateFile /etc/ssl/certs/ca-certificates.crt

                IMAPStore gmail-remote
                Account gmail

                MaildirStore gmail-local
                SubFolders Verbatim
                # The trailing "/" is important
                Path ~/.mail/gmail/
                Inbox ~/.mail/gmail/Inbox

                Channel gmail
                Master :gmail-remote:
                Slave :gmail-local:
                Patterns * ![Gmail]* "[Gmail]/Sent Mail" "[Gmail]/Starred" "[Gmail]/All Mail"
                Create Both
                Sync All
                Expunge Both
                SyncState *
                """
            ),
            (
                .msmtp,
                """
                defaults
                auth           on
                tls            on
                tls_trust_file /etc/ssl/certs/ca-certificates.crt
                logfile        ~/.msmtp.log

                account        gmail
                host           smtp.gmail.com
                port           587
                from           kim.park@gmail.com
                user           kim.park
                passwordeval   "gpg -q --for-your-eyes-only --no-tty -d ~/.authinfo.gpg | awk '/imap.gmail.com/ {print $6}'"

                account default : gmail
                """
            ),
            (
                .mutt,
                """
                set realname = "Kim Park"
                set from = "kim.park@gmail.com"
                set sendmail = "/usr/bin/msmtp -a gmail"
                set mbox_type = Maildir
                set folder = ~/.mail/gmail
                set alias_file = ~/.mutt/aliases
                source ~/.mutt/aliases
                source ~/.mutt/colors.muttrc
                macro index <F5> "!mbsync -a\\n"
                color index red default ~D
                """
            ),
        ],
        accounts: [
            "gmail: Kim Park <kim.park@gmail.com> | imaps://imap.gmail.com as kim.park@gmail.com "
                + "| smtp://smtp.gmail.com:587 as kim.park "
                + "| command gpg -q --for-your-eyes-only --no-tty -d ~/.authinfo.gpg | awk '/imap.gmail.com/ {print $6}' "
                + "| ~/.mail/gmail | notes mbsync:22 msmtp:8"
        ], notUnderstood: ["mutt:7", "mutt:8"], addressBooks: ["/u/kim/.mutt/aliases"])

    private static let fastmail = ConfigurationRow(
        testDescription: "Fastmail with an own domain, one login and two senders",
        files: [
            (
                .mbsync,
                """
                IMAPStore fastmail-remote
                Host imap.fastmail.com
                Port 993
                User kim@fastmail.com
                PassCmd +"pass show mail/fastmail"
                TLSType IMAPS

                MaildirStore fastmail-local
                Path ~/mail/
                Inbox ~/mail/INBOX
                SubFolders Verbatim

                Channel fastmail
                Far :fastmail-remote:
                Near :fastmail-local:
                Patterns *
                Create Both
                Expunge Both
                CopyArrivalDate yes
                """
            ),
            (
                .msmtp,
                """
                account fastmail
                host smtp.fastmail.com
                port 465
                tls on
                tls_starttls off
                auth on
                user kim@fastmail.com
                from kim@park.example
                passwordeval "pass show mail/fastmail"
                account club : fastmail
                from treasurer@club.example
                account default : fastmail
                """
            ),
            (
                .notmuch,
                """
                [database]
                path=/u/kim/mail
                [user]
                name=Kim Park
                primary_email=kim@park.example
                other_email=kim@fastmail.com;kim@old.example;
                [new]
                tags=unread;inbox;
                """
            ),
        ],
        accounts: [
            "fastmail: Kim Park <kim@park.example>, Kim Park <treasurer@club.example>, Kim Park <kim@fastmail.com>, "
                + "Kim Park <kim@old.example> | imaps://imap.fastmail.com:993 as kim@fastmail.com "
                + "| smtps://smtp.fastmail.com:465 as kim@fastmail.com | command pass show mail/fastmail | ~/mail"
        ])

    private static let proton = ConfigurationRow(
        testDescription: "Proton Bridge without TLS and with its own certificate",
        files: [
            (
                .mbsync,
                """
                IMAPAccount proton
                Host 127.0.0.1
                Port 1143
                User kim@proton.me
                PassCmd "cat ~/.protonBridgePass"
                SSLType NONE
                CertificateFile ~/.config/protonmail/bridge/cert.pem

                IMAPStore proton-remote
                Account proton

                MaildirStore proton-local
                Subfolders Verbatim
                Path ~/.mail/proton/
                Inbox ~/.mail/proton/inbox

                Channel inbox
                Far :proton-remote:
                Near :proton-local:
                Patterns * !"Drafts" !"All Mail"
                Create Both

                Group proton
                Channel inbox
                """
            ),
            (
                .msmtp,
                """
                account proton
                host 127.0.0.1
                port 1025
                tls on
                tls_starttls on
                tls_trust_file ~/.config/protonmail/bridge/cert.pem
                auth plain
                from kim@proton.me
                user kim@proton.me
                passwordeval "cat ~/.protonBridgePass"
                """
            ),
        ],
        accounts: [
            "proton: kim@proton.me | imap://127.0.0.1:1143 as kim@proton.me trusting ~/.config/protonmail/bridge/cert.pem "
                + "| smtp://127.0.0.1:1025 as kim@proton.me trusting ~/.config/protonmail/bridge/cert.pem "
                + "| command cat ~/.protonBridgePass | ~/.mail/proton | notes mbsync:17 mbsync:20 mbsync:2"
        ])

    private static let university = ConfigurationRow(
        testDescription: "tokens of oama, and a user name without an address",
        files: [
            (
                .mbsync,
                """
                IMAPAccount campus
                Host outlook.office365.com
                User kim@campus.example
                PassCmd "oama access kim@campus.example"
                AuthMechs XOAUTH2
                TLSType IMAPS

                IMAPStore campus-remote
                Account campus

                MaildirStore campus-local
                SubFolders Verbatim
                Path ~/.local/share/mail/campus/
                Inbox ~/.local/share/mail/campus/INBOX

                Channel campus
                Far :campus-remote:
                Near :campus-local:
                Patterns INBOX Archive "Sent Items"

                IMAPAccount club
                Host mail.club.example
                User kpark
                PassCmd "secret-tool lookup user kpark host mail.club.example"
                TLSType STARTTLS

                IMAPStore club-remote
                Account club
                """
            ),
            (
                .msmtp,
                """
                defaults
                tls on
                account campus
                auth xoauth2
                host smtp.office365.com
                port 587
                from kim@campus.example
                user kim@campus.example
                passwordeval oama access kim@campus.example
                account clubmail
                host mail.club.example
                port 587
                user kpark
                from kim.park@club.example
                password hunter2
                """
            ),
        ],
        accounts: [
            "campus: kim@campus.example | imaps://outlook.office365.com as kim@campus.example "
                + "| smtp://smtp.office365.com:587 as kim@campus.example | token oama access kim@campus.example "
                + "| ~/.local/share/mail/campus | notes mbsync:16 mbsync:19",
            "club: kim.park@club.example | imap://mail.club.example as kpark | smtp://mail.club.example:587 as kpark "
                + "| command secret-tool lookup user kpark host mail.club.example | notes msmtp:11",
        ])

    private static let groups = ConfigurationRow(
        testDescription: "a channel per folder with other names here than on the server",
        files: [
            (
                .mbsync,
                """
                SyncState *
                IMAPAccount g
                Host imap.gmail.com
                User kim@gmail.com
                Pass "hunter two"
                SSLType IMAPS
                Colour blue

                IMAPStore g-remote
                Account g

                MaildirStore g-local
                Path ~/Maildir/g/
                Inbox ~/Maildir/g/inbox

                Channel g-inbox
                Master :g-remote:INBOX
                Slave :g-local:inbox
                Create Slave

                Channel g-sent
                Master ":g-remote:[Gmail]/Sent Mail"
                Slave ":g-local:sent"

                Group g
                Channel g-inbox
                Channel g-sent
                """
            )
        ],
        accounts: [
            "g: kim@gmail.com | imaps://imap.gmail.com as kim@gmail.com | no smtp | plain text "
                + "| ~/Maildir/g but sent is [Gmail]/Sent Mail | notes mbsync:16 mbsync:19"
        ], notUnderstood: ["mbsync:7"])

    private static let tunnel = ConfigurationRow(
        testDescription: "a tunnel, and a store whose account is missing",
        files: [
            (
                .mbsync,
                """
                IMAPStore work
                Tunnel "ssh -q work.example dovecot --exec-mail imap"
                Host work.example

                IMAPStore lost
                Account nowhere

                MaildirStore local
                Path ~/Mail/
                SubFolders Verbatim

                Channel work
                Far :work:
                Near :local:
                Patterns *
                """
            )
        ],
        accounts: [
            "work:  | imap://work.example as - | no smtp | no secret | ~/Mail but INBOX in ~/Maildir "
                + "| notes mbsync:2 mbsync:12 mbsync:12"
        ], notUnderstood: ["mbsync:6"])

    private static let layouts = ConfigurationRow(
        testDescription: "Maildir++, Legacy and flattened trees",
        files: [
            (
                .mbsync,
                """
                IMAPStore a-remote
                Host imaps:a.example
                User kim@a.example

                MaildirStore a
                Inbox ~/a/
                SubFolders Maildir++

                Channel a
                Far :a-remote:
                Near :a:
                Patterns *

                IMAPStore b-remote
                Host b.example
                User kim@b.example

                MaildirStore b
                Path ~/b/
                Inbox ~/b/INBOX
                SubFolders Legacy

                Channel b
                Far :b-remote:
                Near :b:
                Patterns *

                IMAPStore c-remote
                Host c.example
                UseIMAPS yes
                User kim@c.example

                MaildirStore c
                Path ~/c/
                Inbox ~/c/INBOX
                Flatten .

                Channel c
                Far :c-remote:
                Near :c:
                Patterns *
                """
            )
        ],
        accounts: [
            "a: kim@a.example | imaps://a.example as kim@a.example | no smtp | no secret "
                + "| ~/a but folders are directories such as .Lists.Swift (Maildir++) | notes mbsync:9 mbsync:9",
            "b: kim@b.example | imap://b.example as kim@b.example | no smtp | no secret "
                + "| ~/b but folders within folders are directories such as Lists/.Swift (SubFolders Legacy) "
                + "| notes mbsync:23 mbsync:23",
            "c: kim@c.example | imaps://c.example as kim@c.example | no smtp | no secret "
                + "| ~/c but folders within folders are directories such as Lists.Swift | notes mbsync:38 mbsync:38",
        ])
}
