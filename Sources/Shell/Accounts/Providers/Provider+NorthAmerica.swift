extension Provider {
    /// Providers of access to the Internet in the United States and Canada.
    static let northAmerica: [Provider] = [
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
        Provider("cox", "Cox", ["cox.net"], .imaps("imap.cox.net"), .smtps("smtp.cox.net")),
        Provider(
            "optimum", "Optimum", ["optimum.net", "optonline.net"], .imaps("mail.optimum.net"),
            .smtps("mail.optimum.net")),
        Provider("shaw", "Shaw", ["shaw.ca"], .imaps("imap.shaw.ca"), .smtp("mail.shaw.ca")),
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
