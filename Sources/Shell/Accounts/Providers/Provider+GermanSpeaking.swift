extension Provider {
    /// Providers of Germany, Austria and Switzerland.
    static let germanSpeaking: [Provider] = [
        Provider("a1", "A1", ["a1.net"], .imaps("securemail.a1.net"), .smtp("securemail.a1.net")),
        Provider(
            "bluewin", "Bluewin", ["bluewin.ch"], .imaps("imaps.bluewin.ch"), .smtps("smtpauths.bluewin.ch"),
            signIn: [.appPassword],
            hint: "Bluewin needs a separate password for mail programs: emailsetup.swisscom.ch/guide"),
        Provider("dismail", "dismail.de", ["dismail.de"], .imaps("imap.dismail.de"), .smtps("smtp.dismail.de")),
        Provider("ewe", "EWE", ["ewe.net", "ewetel.net"], .imaps("imap.ewe.net"), .smtp("smtp.ewe.net")),
        Provider(
            "freenet", "freenet", ["freenet.de", "fn.de", "freenetmail.de", "bossmail.de", "justmail.de"],
            .imaps("mx.freenet.de"), .smtps("mx.freenet.de"),
            hint:
                "freenet accepts mail programs after you enable sending in its settings: kundenservice.freenet.de/artikel/1685"
        ),
        Provider(
            "hetzner", "Hetzner", [], .imaps("mail.your-server.de"), .smtps("mail.your-server.de"),
            exchangers: ["your-server.de"]),
        Provider(
            "infomaniak", "Infomaniak", [], .imaps("mail.infomaniak.com"), .smtps("mail.infomaniak.com"),
            exchangers: ["infomaniak.ch"]),
        Provider(
            "ionos", "IONOS", ["ionos.de", "online.de"], .imaps("imap.ionos.de"), .smtps("smtp.ionos.de"),
            exchangers: ["ionos.de", "kundenserver.de"],
            hint: "IONOS needs the password of the mailbox, not the one of your customer account."),
        Provider("kabelmail", "Kabel Mail", ["kabelmail.de"], .imaps("imap.kabelmail.de"), .smtps("smtp.kabelmail.de")),
        Provider(
            "m-net", "M-net", ["mnet-mail.de", "mnet-online.de"], .imaps("imap.mnet-online.de"),
            .smtp("mail.mnet-online.de")),
        Provider("mail.de", "mail.de", ["mail.de"], .imaps("imap.mail.de"), .smtps("smtp.mail.de")),
        Provider(
            "mailbox.org", "mailbox.org", ["mailbox.org"], .imaps("imap.mailbox.org"), .smtps("smtp.mailbox.org"),
            exchangers: ["mailbox.org"],
            hint:
                "With two-factor authentication, mailbox.org needs an application password: kb.mailbox.org/de/privat/sicherheit-und-privatsphaere/applikationspasswoerter-fuer-externe-programme"
        ),
        Provider(
            "mittwald", "Mittwald", [], .imaps("mail.agenturserver.de"), .smtps("mail.agenturserver.de"),
            exchangers: ["agenturserver.de"]),
        Provider(
            "ok.de", "OK.de", ["ok.de"], .imaps("imap.ok.de"), .smtp("smtp.ok.de"),
            hint:
                "OK.de accepts mail programs after you enable IMAP: kb.ok.de/de/support/solutions/articles/48001237314"),
        Provider(
            "posteo", "Posteo", ["posteo.de", "posteo.net"], .imaps("posteo.de"), .smtps("posteo.de"),
            hint:
                "Posteo refuses mail programs while its additional account protection is on: posteo.de/en/help/activating-additional-email-account-protection"
        ),
        Provider("strato", "Strato", [], .imaps("imap.strato.de"), .smtps("smtp.strato.de"), exchangers: ["rzone.de"]),
        Provider("sunrise", "Sunrise", ["sunrise.ch"], .imaps("imap.sunrise.ch"), .smtps("smtp2.sunrise.ch")),
        Provider(
            "t-online", "T-Online", ["t-online.de", "magenta.de"], .imaps("secureimap.t-online.de"),
            .smtps("securesmtp.t-online.de"), signIn: [.appPassword],
            hint:
                "T-Online needs a separate password for mail programs: www.telekom.de/hilfe/apps-dienste/e-mail/programme/passwort-definition"
        ),
        Provider(
            "vodafone.de", "Vodafone", ["vodafone.de", "vodafonemail.de", "arcor.de", "nexgo.de"],
            .imaps("imap.vodafonemail.de"), .smtps("smtp.vodafonemail.de"), signIn: [.appPassword],
            hint:
                "Vodafone needs a separate password for mail programs: www.vodafone.de/hilfe/vodafone-e-mail-cloud.html"
        ),
    ]
}
