extension Provider {
    /// Providers of northern and eastern Europe, Asia and the Pacific.
    static let elsewhere: [Provider] = [
        Provider(
            "bahnhof", "Bahnhof", ["bahnhof.se"], .imaps("imap.privat.bahnhof.se"), .smtps("mailout.privat.bahnhof.se")),
        Provider("daum", "Daum", ["daum.net"], .imaps("imap.daum.net"), .smtps("smtp.daum.net")),
        Provider(
            "interia", "Interia",
            ["interia.pl", "interia.eu", "interia.com", "poczta.fm", "intmail.pl", "vip.interia.pl"],
            .imaps("poczta.interia.pl"), .smtps("poczta.interia.pl"),
            hint: "Interia accepts mail programs after you enable IMAP in its settings."),
        Provider(
            "mail.ru", "Mail.ru", ["mail.ru", "inbox.ru", "list.ru", "bk.ru"], .imaps("imap.mail.ru"),
            .smtps("smtp.mail.ru"), signIn: [.token, .password], exchangers: ["mail.ru"]),
        Provider("naver", "Naver", ["naver.com"], .imaps("imap.naver.com"), .smtps("smtp.naver.com")),
        Provider(
            "netease", "NetEase 163", ["163.com"], .imaps("imap.163.com"), .smtps("smtp.163.com"),
            signIn: [.appPassword],
            hint:
                "NetEase needs an authorization code instead of the password: create it in its settings, where you also enable IMAP."
        ),
        Provider("o2.pl", "o2.pl", ["o2.pl", "go2.pl"], .imaps("poczta.o2.pl"), .smtps("poczta.o2.pl")),
        Provider(
            "onet", "Onet",
            ["onet.pl", "op.pl", "vp.pl", "poczta.onet.pl", "onet.eu", "onet.com.pl", "poczta.onet.eu"],
            .imaps("imap.poczta.onet.pl"), .smtps("smtp.poczta.onet.pl")),
        Provider(
            "qq", "QQ Mail", ["qq.com"], .imaps("imap.qq.com"), .smtps("smtp.qq.com"), signIn: [.appPassword],
            hint:
                "QQ Mail needs an authorization code instead of the password: create it in its settings, where you also enable IMAP."
        ),
        Provider(
            "rambler", "Rambler", ["rambler.ru", "lenta.ru", "myrambler.ru", "autorambler.ru", "ro.ru", "rambler.ua"],
            .imaps("imap.rambler.ru"), .smtps("smtp.rambler.ru")),
        Provider("telia", "Telia", ["telia.com"], .imaps("mailin.telia.com"), .smtps("mailout.telia.com")),
        Provider(
            "telstra", "Telstra", ["bigpond.com", "bigpond.net.au", "telstra.com"], .imaps("imap.telstra.com"),
            .smtps("smtp.telstra.com")),
        Provider("tpg", "TPG", ["tpg.com.au"], .imaps("mail.tpg.com.au"), .smtps("mail.tpg.com.au")),
        Provider("ukr.net", "ukr.net", ["ukr.net"], .imaps("imap.ukr.net"), .smtps("smtp.ukr.net")),
        Provider(
            "wp.pl", "WP", ["wp.pl"], .imaps("imap.wp.pl"), .smtps("smtp.wp.pl"), signIn: [.appPassword],
            hint: "WP needs an app password: pomoc.wp.pl/jak-skonfigurowac-program-pocztowy"),
        Provider("xtra", "Xtra", ["xtra.co.nz"], .imaps("imap.xtra.co.nz"), .smtp("send.xtra.co.nz")),
        Provider(
            "yahoo.co.jp", "Yahoo! JAPAN", ["yahoo.co.jp"], .imaps("imap.mail.yahoo.co.jp"),
            .smtps("smtp.mail.yahoo.co.jp"), userName: .localPart),
        Provider(
            "yandex", "Yandex", ["yandex.com", "yandex.ru"], .imaps("imap.yandex.com"), .smtps("smtp.yandex.com"),
            signIn: [.token, .appPassword], exchangers: ["mx.yandex.net"],
            hint:
                "Yandex accepts mail programs after you enable IMAP and create an app password: yandex.com/support/mail/mail-clients/others.html"
        ),
        Provider(
            "zoho.com.au", "Zoho", ["zohomail.com.au"], .imaps("imap.zoho.com.au"), .smtps("smtp.zoho.com.au"),
            signIn: [.token, .appPassword, .password], exchangers: ["zoho.com.au"],
            hint: "Zoho accepts mail programs after you enable IMAP access in its settings."),
    ]
}
