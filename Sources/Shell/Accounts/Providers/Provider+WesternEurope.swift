extension Provider {
    /// Providers of France, Italy, the Netherlands, Belgium and the United Kingdom.
    static let westernEurope: [Provider] = [
        Provider(
            "alice.it", "Alice", ["alice.it"], .imap("in.alice.it"), .smtp("out.alice.it"), signIn: [.appPassword],
            hint:
                "TIM needs a separate password for mail programs: www.tim.it/assistenza/assistenza-tecnica/mail/configurazione/protocolli-posta"
        ),
        Provider(
            "aruba-pec", "Aruba PEC",
            ["pec.it", "pec.cloud", "arubapec.it", "mypec.eu", "gigapec.it", "casellapec.com", "pecditta.com"],
            .imaps("imaps.pec.aruba.it"), .smtps("smtps.pec.aruba.it")),
        Provider("bbox", "Bbox", ["bbox.fr"], .imaps("imap.bbox.fr"), .smtps("smtp.bbox.fr")),
        Provider(
            "btinternet", "BT", ["btinternet.com", "btopenworld.com"], .imaps("mail.btinternet.com"),
            .smtps("mail.btinternet.com")),
        Provider("disroot", "Disroot", ["disroot.org"], .imaps("disroot.org"), .smtp("disroot.org")),
        Provider("fastweb", "Fastweb", ["fastwebnet.it"], .imaps("imap.fastwebnet.it"), .smtp("smtp.fastwebnet.it")),
        Provider(
            "free.fr", "Free", ["free.fr", "libertysurf.fr"], .imaps("imap.free.fr"), .smtps("smtp.free.fr"),
            hint: "Free sends mail from mail programs after you enable SMTP in its settings."),
        Provider("freedom", "Freedom Internet", ["freedom.nl"], .imaps("imap.freedom.nl"), .smtps("smtp.freedom.nl")),
        Provider(
            "gandi", "Gandi", [], .imaps("mail.gandi.net"), .smtps("mail.gandi.net"), exchangers: ["mail.gandi.net"]),
        Provider(
            "kpn", "KPN", ["kpnmail.nl", "kpnplanet.nl", "planet.nl", "hetnet.nl", "wxs.nl", "freeler.nl"],
            .imaps("imap.kpnmail.nl"), .smtp("smtp.kpnmail.nl")),
        Provider(
            "laposte", "La Poste", ["laposte.net"], .imaps("imap.laposte.net"), .smtps("smtp.laposte.net"),
            hint: "La Poste needs your main address as the user name, not an alias."),
        Provider("libero", "Libero", ["libero.it", "iol.it"], .imaps("imapmail.libero.it"), .smtps("smtp.libero.it")),
        Provider(
            "mailo", "Mailo",
            ["mailo.com", "mailoo.org", "netcourrier.com", "net-c.com", "net-c.fr", "netc.fr", "netc.eu"],
            .imaps("mail.mailo.com"), .smtps("mail.mailo.com")),
        Provider(
            "mijndomein", "Mijndomein", [], .imaps("mail.mijndomein.nl"), .smtps("mail.mijndomein.nl"),
            exchangers: ["mijndomein.nl"]),
        Provider("orange", "Orange", ["orange.fr", "wanadoo.fr"], .imaps("imap.orange.fr"), .smtps("smtp.orange.fr")),
        Provider(
            "ovh", "OVH", ["ovh.net"], .imaps("ssl0.ovh.net"), .smtps("ssl0.ovh.net"), exchangers: ["mail.ovh.net"]),
        Provider(
            "sfr", "SFR", ["sfr.fr", "neuf.fr", "cegetel.net", "9online.fr", "club-internet.fr"], .imaps("imap.sfr.fr"),
            .smtps("smtp.sfr.fr")),
        Provider(
            "sky", "Sky", ["sky.com"], .imaps("imap.tools.sky.com"), .smtps("smtp.tools.sky.com"),
            signIn: [.appPassword], hint: "Sky needs an app password, which you create in your account's settings."),
        Provider(
            "talktalk", "TalkTalk", ["talktalk.net", "tiscali.co.uk", "lineone.net", "onetel.com", "pipex.com"],
            .imaps("mail.talktalk.net"), .smtp("smtp.talktalk.net")),
        Provider("telenet", "Telenet", ["telenet.be"], .imaps("imap.telenet.be"), .smtp("smtp.telenet.be")),
        Provider(
            "tim.it", "TIM", ["tim.it"], .imap("imap.tim.it"), .smtp("smtp.tim.it"), signIn: [.appPassword],
            hint:
                "TIM needs a separate password for mail programs: www.tim.it/assistenza/assistenza-tecnica/mail/configurazione/protocolli-posta"
        ),
        Provider(
            "virginmedia", "Virgin Media", ["virginmedia.com", "virgin.com", "ntlworld.com", "blueyonder.co.uk"],
            .imaps("imap.virginmedia.com"), .smtps("smtp.virginmedia.com"), signIn: [.appPassword],
            hint: "Virgin Media needs an app password: www.virginmedia.com/help/broadband/manage-email-account"),
        Provider("virgilio", "Virgilio", ["virgilio.it"], .imaps("in.virgilio.it"), .smtps("out.virgilio.it")),
        Provider("xs4all", "XS4ALL", ["xs4all.nl"], .imaps("imap.xs4all.nl"), .smtps("smtp.xs4all.nl")),
        Provider(
            "ziggo", "Ziggo", ["ziggo.nl", "home.nl", "quicknet.nl", "casema.nl", "upcmail.nl", "chello.nl"],
            .imaps("imap.ziggo.nl"), .smtp("smtp.ziggo.nl")),
    ]
}
