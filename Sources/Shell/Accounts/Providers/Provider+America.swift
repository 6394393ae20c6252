extension Provider {
    /// Providers of North America, and those without a country.
    static let america: [Provider] = [
        Provider(
            "att", "AT&T",
            [
                "att.net", "sbcglobal.net", "bellsouth.net", "ameritech.net", "pacbell.net", "prodigy.net",
                "swbell.net", "flash.net", "nvbell.net", "snet.net", "wans.net",
            ], .imaps("imap.mail.att.net"), .smtps("smtp.mail.att.net"), signIn: [.appPassword],
            hint:
                "AT&T needs a secure mail key instead of the password: www.att.com/support/article/email-support/KM1240308"
        ),
        Provider(
            "centurylink", "CenturyLink",
            ["centurylink.net", "centurytel.net", "q.com", "embarqmail.com", "qwest.net"],
            .imaps("mail.centurylink.net"), .smtp("smtp.centurylink.net")),
        Provider(
            "charter", "Spectrum", ["charter.net", "spectrum.net", "bresnan.net"], .imaps("mobile.charter.net"),
            ServerURL(.smtp, .implicitTLS, "mobile.charter.net", 587), signIn: [.appPassword],
            hint:
                "Spectrum needs a separate password for mail programs: www.spectrum.net/support/internet/spectrum-email-server-settings"
        ),
        Provider(
            "comcast", "Xfinity", ["comcast.net"], .imaps("imap.comcast.net"), .smtps("smtp.comcast.net"),
            hint:
                "Xfinity accepts mail programs after you allow third-party access: www.xfinity.com/support/articles/third-party-email-access"
        ),
        Provider(
            "countermail", "CounterMail", ["countermail.com"], .imaps("imap1.countermail.com"),
            .smtps("imap1.countermail.com"), signIn: [.appPassword],
            hint: "CounterMail needs an IMAP key instead of the password: support.countermail.com/kb/faq.php?id=14"),
        Provider("cox", "Cox", ["cox.net"], .imaps("imap.cox.net"), .smtps("smtp.cox.net")),
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
            "optimum", "Optimum", ["optimum.net", "optonline.net"], .imaps("mail.optimum.net"),
            .smtps("mail.optimum.net")),
        Provider(
            "privateemail", "Namecheap Private Email", [], .imaps("mail.privateemail.com"),
            .smtps("mail.privateemail.com"), exchangers: ["privateemail.com"]),
        Provider(
            "purelymail", "Purelymail",
            ["purelymail.com", "cheapermail.com", "placeq.com", "rethinkmail.com", "worldofmail.com"],
            .imaps("imap.purelymail.com"), .smtps("smtp.purelymail.com"), exchangers: ["purelymail.com"]),
        Provider("riseup", "Riseup", ["riseup.net"], .imaps("mail.riseup.net"), .smtps("mail.riseup.net")),
        Provider("runbox", "Runbox", ["runbox.com"], .imaps("mail.runbox.com"), .smtps("mail.runbox.com")),
        Provider("shaw", "Shaw", ["shaw.ca"], .imaps("imap.shaw.ca"), .smtp("mail.shaw.ca")),
        Provider(
            "startmail", "StartMail", ["startmail.com"], .imaps("imap.startmail.com"), .smtps("smtp.startmail.com"),
            signIn: [.appPassword],
            hint:
                "StartMail needs an app password: support.startmail.com/hc/en-us/articles/360006596718-Server-addresses"
        ),
        Provider(
            "twc", "Spectrum (TWC)", ["roadrunner.com"], .imaps("mail.twc.com"), .smtp("mail.twc.com"),
            signIn: [.appPassword],
            hint:
                "Spectrum needs a separate password for mail programs: www.spectrum.net/support/internet/spectrum-email-server-settings"
        ),
        Provider(
            "verizon", "Verizon", ["verizon.net"], .imaps("imap.aol.com"), .smtps("smtp.verizon.net"),
            signIn: [.appPassword],
            hint: "Verizon mail is at AOL and needs an app password: login.aol.com/account/security"),
    ]
}
