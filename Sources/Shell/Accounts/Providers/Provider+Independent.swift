extension Provider {
    /// Providers that offer mail to people everywhere, and little else.
    static let independent: [Provider] = [
        Provider(
            "countermail", "CounterMail", ["countermail.com"], .imaps("imap1.countermail.com"),
            .smtps("imap1.countermail.com"), signIn: [.appPassword],
            hint: "CounterMail needs an IMAP key instead of the password: support.countermail.com/kb/faq.php?id=14"),
        Provider(
            "mail.com", "mail.com",
            [
                "mail.com", "email.com", "usa.com", "myself.com", "consultant.com", "post.com", "europe.com",
                "asia.com", "iname.com", "writeme.com", "dr.com", "cheerful.com", "accountant.com", "techie.com",
                "engineer.com", "linuxmail.org", "workmail.com",
            ], .imaps("imap.mail.com"), .smtps("smtp.mail.com"),
            hint: "mail.com accepts mail programs in its premium plan only."),
        Provider(
            "mailfence", "Mailfence", ["mailfence.com"], .imaps("imap.mailfence.com"), .smtps("smtp.mailfence.com"),
            userName: .localPart, signIn: [.appPassword],
            hint: "Mailfence has separate passwords for mail programs: kb.mailfence.com/kb/service-specific-passwords"),
        Provider(
            "migadu", "Migadu", ["migadu.com"], .imaps("imap.migadu.com"), .smtps("smtp.migadu.com"),
            exchangers: ["migadu.com"]),
        Provider("murena", "Murena", ["e.email"], .imaps("mail.ecloud.global"), .smtp("mail.ecloud.global")),
        Provider(
            "privateemail", "Namecheap Private Email", [], .imaps("mail.privateemail.com"),
            .smtps("mail.privateemail.com"), exchangers: ["privateemail.com"]),
        Provider(
            "purelymail", "Purelymail",
            ["purelymail.com", "cheapermail.com", "placeq.com", "rethinkmail.com", "worldofmail.com"],
            .imaps("imap.purelymail.com"), .smtps("smtp.purelymail.com"), exchangers: ["purelymail.com"]),
        Provider("riseup", "Riseup", ["riseup.net"], .imaps("mail.riseup.net"), .smtps("mail.riseup.net")),
        Provider("runbox", "Runbox", ["runbox.com"], .imaps("mail.runbox.com"), .smtps("mail.runbox.com")),
        Provider(
            "startmail", "StartMail", ["startmail.com"], .imaps("imap.startmail.com"), .smtps("smtp.startmail.com"),
            signIn: [.appPassword],
            hint:
                "StartMail needs an app password: support.startmail.com/hc/en-us/articles/360006596718-Server-addresses"
        ),
    ]
}
