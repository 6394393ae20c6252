import Foundation

extension SampleHome {
    private static let offlineMessages: [(account: String, text: String)] = [
        (
            "work",
            """
            From: Ana Ruiz <ana@example.org>
            To: Kim Park <kim@example.com>
            Subject: Lunch on Friday?
            Message-ID: <1@example.org>
            Date: Sat, 10 Oct 2026 09:00:00 +0000

            Are you free for lunch on Friday?
            """
        ),
        (
            "work",
            """
            From: Ben Okafor <ben@example.org>
            To: Kim Park <kim@example.com>, team@example.com
            Cc: Chi Wei <chi@example.com>, Li Na <li@example.org>, Liam Ode <liam@example.com>
            Subject: Release checklist
            Message-ID: <2@example.org>
            Date: Sat, 10 Oct 2026 10:00:00 +0000
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain; charset=utf-8

            Hello all,
            this is the list:

            1. Freeze.
            2. Build.
            3. Sign.
            4. Publish.
            --x
            Content-Type: text/plain
            Content-Disposition: attachment; filename="checklist.txt"

            1 2 3 4
            --x--
            """
        ),
        (
            "home",
            """
            From: dev list <dev@lists.example.org>
            To: dev@lists.example.org
            List-Id: <dev.lists.example.org>
            Subject: fix: off-by-one
            Message-ID: <3@example.org>
            Date: Mon, 12 Oct 2026 09:00:00 +0000

            A fix.
            """
        ),
    ]

    /// Adds two accounts whose servers cannot be reached, with mail.
    func addOfflineAccounts() throws {
        for (name, domain) in [("home", "example.net"), ("work", "example.com")] {
            try addAccount(
                name,
                [
                    "name": "Kim Park", "address": "kim@\(domain)", "imap": "imaps://imap.\(domain)",
                    "smtp": "smtps://smtp.\(domain)", "passwordCommand": "false",
                ])
        }
        // Background suggestions are shown at any time, so the test asks for them instead.
        try write(Data(#"{"suggest": false, "undo": 0}"#.utf8), to: "config.json")
        try write(Data("1. Freeze.\n2. Build.\n".utf8), to: "notes/checklist.txt")
        for (number, message) in Self.offlineMessages.enumerated() {
            try write(Data(message.text.utf8), to: "mail/\(message.account)/INBOX/new/\(number)")
            for place in ["cur", "tmp"] { try make("mail/\(message.account)/INBOX/\(place)") }
        }
    }
}
