import MailTestSupport
import Testing

@testable import DomainNames

@Suite("Internationalized host names", .holds("Y19"))
struct IDNATests {
    @Test(
        "Encodes the samples of RFC 3492 §7.1",
        arguments: [
            (
                "Arabic", "644 64A 647 645 627 628 62A 643 644 645 648 634 639 631 628 64A 61F",
                "egbpdaj6bu4bxfgehfvwxn"
            ),
            ("Chinese, simplified", "4ED6 4EEC 4E3A 4EC0 4E48 4E0D 8BF4 4E2D 6587", "ihqwcrb4cv8a8dqg056pqjye"),
            ("Chinese, traditional", "4ED6 5011 7232 4EC0 9EBD 4E0D 8AAA 4E2D 6587", "ihqwctvzc91f659drss3x8bo0yb"),
            (
                "Czech", "50 72 6F 10D 70 72 6F 73 74 11B 6E 65 6D 6C 75 76 ED 10D 65 73 6B 79",
                "Proprostnemluvesky-uyb24dma41a"
            ),
            (
                "Hebrew", "5DC 5DE 5D4 5D4 5DD 5E4 5E9 5D5 5D8 5DC 5D0 5DE 5D3 5D1 5E8 5D9 5DD 5E2 5D1 5E8 5D9 5EA",
                "4dbcagdahymbxekheh6e0a7fei0b"
            ),
            (
                "Japanese",
                "306A 305C 307F 3093 306A 65E5 672C 8A9E 3092 8A71 3057 3066 304F 308C 306A 3044 306E 304B",
                "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"
            ),
            (
                "Russian",
                "43F 43E 447 435 43C 443 436 435 43E 43D 438 43D 435 433 43E 432 43E 440 44F 442 43F 43E 440 443 441 441 "
                    + "43A 438", "b1abfaaepdrnnbgefbadotcwatmq2g4l"
            ),
            (
                "Spanish",
                "50 6F 72 71 75 E9 6E 6F 70 75 65 64 65 6E 73 69 6D 70 6C 65 6D 65 6E 74 65 68 61 62 6C 61 72 65 6E 45 73 70 "
                    + "61 F1 6F 6C", "PorqunopuedensimplementehablarenEspaol-fmd56a"
            ),
            ("3B", "33 5E74 42 7D44 91D1 516B 5148 751F", "3B-ww4c5e180e575a65lsy2b"),
            ("a hyphen at the end", "2D 3E 20 24 31 2E 30 30 20 3C 2D", "-> $1.00 <--"),
        ])
    func samples(_ row: String, _ letters: String, _ encoded: String) throws {
        let scalars = letters.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) } }
        #expect(Punycode.encode(scalars) == Array(encoded.utf8), "\(row)")
    }

    @Test(
        "Converts a host name to A-labels",
        arguments: [
            ("mail.example.net", "mail.example.net"), ("Mail.Example.NET", "mail.example.net"),
            ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("straße.example", "xn--strae-oqa.example"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
            ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
            ("ليهمابتكلموشعربي", "xn--mgbcah9ar9a4efegftvvn"),
            ("cel·la.example", "xn--cella-sja.example"), ("mail.bücher.example", "mail.xn--bcher-kva.example"),
        ])
    func names(_ name: String, _ ascii: String) {
        #expect(IDNA.ascii(name) == ascii)
    }

    @Test(
        "Refuses host names that are invalid or cannot be validated",
        arguments: [
            "a b\u{E9}.example", "\u{301}a.example", "☃.example", "a\u{200B}é.example", "é\u{200D}b.example",
            "-é.example",
            "é-.example", "ab--é.example", "ｅｘａｍｐｌé.example", "é\u{0}.example", "é/x.example", "a·bé.example",
            "é\u{202E}x.example", "\u{1112}\u{1161}.example", "١۱.example",
            String(repeating: "é", count: 60) + ".example",
            "é\r\nx.example", "\u{FFFF}é.example",
        ])
    func refused(_ name: String) {
        #expect(IDNA.ascii(name) == nil)
    }
}
