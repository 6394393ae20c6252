internal import MailTypes

/// Names of months, in the languages of `Language.all`, folded.
enum Months {
    static func contain(_ word: String) -> Bool {
        names.contains(String(decoding: SearchFold.words(of: word), as: UTF8.self))
    }

    static let names = Set(
        """
        january february march april may june july august september october november december jan feb mar apr jun jul aug sep
        sept oct nov dec januar februar marz mai juni juli oktober dezember janvier fevrier mars avril juin juillet aout
        septembre octobre novembre decembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
        diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre januari februari maart mei augustus
        janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
