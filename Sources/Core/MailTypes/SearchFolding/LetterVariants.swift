/// The letters that a search treats as another letter: accented letters as their base letter [Unicode 15, canonical
/// decompositions], and letters that are commonly replaced on keyboards that lack them.
///
/// Lower case only: a capital is looked up by its small letter. Kana lose their voicing marks like other accents, so
/// that composed and decomposed spellings match.
enum LetterVariants {
    /// Keyed by the scalar of the variant.
    static var table: [UInt32: FoldedCharacter] {
        var table: [UInt32: FoldedCharacter] = [:]
        for row in [latin, joined, greek, cyrillic, semitic, kana].joined() {
            for variant in row.variants.unicodeScalars { table[variant.value] = folded(row.folded) }
        }
        for (offset, letter) in halfWidthKana.unicodeScalars.enumerated() {
            table[0xFF66 + UInt32(offset)] = FoldedCharacter(letter.value, .word)
        }
        table[0xFF9E] = .dropped
        table[0xFF9F] = .dropped
        return table
    }

    private static func folded(_ letters: String) -> FoldedCharacter {
        let kind: FoldedCharacter.Kind =
            letters.unicodeScalars.contains { 0x3041..<0x3100 ~= $0.value } ? .word : .letter
        let octets = letters.utf8.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return FoldedCharacter(kind: kind, count: letters.utf8.count, octets: octets)
    }

    private typealias Rows = [(folded: String, variants: String)]

    private static let latin: Rows = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặªẚ"), ("b", "ḃḅḇƀ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓđð"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"), ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽłŀ"), ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋŉ"), ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿº"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšșṡṣṥṧṩſẛ"), ("t", "ţťțṫṭṯṱẗŧ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"), ("ʒ", "ǯ"), ("\u{2B9}", "\u{374}"),
        ("1", "¹"),
        ("2", "²"), ("3", "³"),
    ]

    private static let joined: Rows = [
        ("ss", "ß"), ("ae", "æǣǽ"), ("oe", "œ"), ("th", "þ"), ("ij", "ĳ"), ("dz", "ǆǳ"), ("lj", "ǉ"),
        ("nj", "ǌ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ffi", "ﬃ"), ("ffl", "ﬄ"), ("st", "ﬅﬆ"),
    ]

    private static let greek: Rows = [
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"), ("β", "ϐ"), ("ε", "έἐἑἒἓἔἕὲέ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"), ("θ", "ϑ"), ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗι"), ("κ", "ϰ"),
        ("ο", "όὀὁὂὃὄὅὸό"), ("π", "ϖ"), ("ρ", "ῤῥϱ"), ("σ", "ςϲ"), ("υ", "ϒϓϔΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"), ("φ", "ϕ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
    ]

    private static let cyrillic: Rows = [
        ("а", "ӑӓ"), ("г", "ѓ"), ("е", "ѐёӗ"), ("ж", "ӂӝ"), ("з", "ӟ"), ("и", "йѝӣӥ"), ("к", "ќ"), ("о", "ӧ"),
        ("у", "ўӯӱӳ"), ("ч", "ӵ"), ("ы", "ӹ"), ("э", "ӭ"), ("і", "ї"), ("ѵ", "ѷ"), ("ә", "ӛ"), ("ө", "ӫ"),
    ]

    private static let semitic: Rows = [
        ("\u{5D0}", "\u{FB2E}\u{FB2F}\u{FB30}"), ("\u{5D1}", "\u{FB31}\u{FB4C}"), ("\u{5D2}", "\u{FB32}"),
        ("\u{5D3}", "\u{FB33}"), ("\u{5D4}", "\u{FB34}"), ("\u{5D5}", "\u{FB35}\u{FB4B}"),
        ("\u{5D6}", "\u{FB36}"), ("\u{5D8}", "\u{FB38}"), ("\u{5D9}", "\u{FB1D}\u{FB39}"),
        ("\u{5DA}", "\u{FB3A}"), ("\u{5DB}", "\u{FB3B}\u{FB4D}"), ("\u{5DC}", "\u{FB3C}"),
        ("\u{5DE}", "\u{FB3E}"), ("\u{5E0}", "\u{FB40}"), ("\u{5E1}", "\u{FB41}"), ("\u{5E3}", "\u{FB43}"),
        ("\u{5E4}", "\u{FB44}\u{FB4E}"), ("\u{5E6}", "\u{FB46}"), ("\u{5E7}", "\u{FB47}"),
        ("\u{5E8}", "\u{FB48}"), ("\u{5E9}", "\u{FB2A}\u{FB2B}\u{FB2C}\u{FB2D}\u{FB49}"),
        ("\u{5EA}", "\u{FB4A}"), ("\u{5F2}", "\u{FB1F}"), ("\u{627}", "\u{622}\u{623}\u{625}"),
        ("\u{648}", "\u{624}"), ("\u{64A}", "\u{626}"), ("\u{6C1}", "\u{6C2}"), ("\u{6D2}", "\u{6D3}"),
        ("\u{6D5}", "\u{6C0}"),
    ]

    private static let kana: Rows = [
        ("う", "ゔ"), ("か", "が"), ("き", "ぎ"), ("く", "ぐ"), ("け", "げ"), ("こ", "ご"), ("さ", "ざ"), ("し", "じ"),
        ("す", "ず"), ("せ", "ぜ"), ("そ", "ぞ"), ("た", "だ"), ("ち", "ぢ"), ("つ", "づ"), ("て", "で"), ("と", "ど"),
        ("は", "ばぱ"), ("ひ", "びぴ"), ("ふ", "ぶぷ"), ("へ", "べぺ"), ("ほ", "ぼぽ"), ("ゝ", "ゞ"), ("ウ", "ヴ"), ("カ", "ガ"),
        ("キ", "ギ"), ("ク", "グ"), ("ケ", "ゲ"), ("コ", "ゴ"), ("サ", "ザ"), ("シ", "ジ"), ("ス", "ズ"), ("セ", "ゼ"),
        ("ソ", "ゾ"), ("タ", "ダ"), ("チ", "ヂ"), ("ツ", "ヅ"), ("テ", "デ"), ("ト", "ド"), ("ハ", "バパ"), ("ヒ", "ビピ"),
        ("フ", "ブプ"), ("ヘ", "ベペ"), ("ホ", "ボポ"), ("ワ", "ヷ"), ("ヰ", "ヸ"), ("ヱ", "ヹ"), ("ヲ", "ヺ"), ("ヽ", "ヾ"),
    ]

    /// In the order of their half-width forms, U+FF66 to U+FF9D.
    private static let halfWidthKana = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
}
