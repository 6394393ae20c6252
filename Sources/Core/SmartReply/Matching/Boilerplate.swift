/// What stands in every mail and says nothing, in the languages of `Language.all`. All words are folded.
enum Boilerplate {
    static let greetings = words(
        """
        hi hello hey dear hallo hoi beste liebe lieber guten moin servus sehr bonjour bonsoir salut cher chere coucou hola
        buenos buenas estimado estimada querido querida ciao caro cara buongiorno buonasera gentile salve dag goedemorgen
        goedemiddag goedenavond geachte ola oi caro prezado prezada bom boa good greetings
        """)

    private static let politeWords = words(
        """
        there all team everyone everybody folks guys both again morning afternoon evening day sir madam mr mrs ms dr prof
        geehrte geehrter geehrtes frau herr herren damen und and tag morgen abend zusammen alle ihr madame monsieur mesdames
        messieurs et a tous toutes tous dias tardes noches todos todas don dona senor senora y tutti e signora signor allen
        iedereen en mevrouw heer heren dames dia tarde noite senhor senhora pessoal equipa equipe liebe lieber dear hi hello mum mom
        dad mama papa honey darling love sweetie buddy mate friend friends colleagues neighbour neighbor mutti vati maman mamma amigo
        amiga amigos kollegen kolleginnen schatz
        """)

    /// The names that a greeting names.
    static func names(in greeting: [String]) -> [String] {
        greeting.filter { !greetings.contains($0) && !politeWords.contains($0) }
    }

    /// Whether a word behind a greeting begins what is said.
    static func isNoName(_ word: String) -> Bool { noNames.contains(word) }

    private static let noNames = words(
        """
        thanks thank congratulations sorry please yes no ok great danke merci gracias grazie bedankt obrigado obrigada sorry
        """)

    /// Whether a line is a closing and nothing else.
    static func isClosing(_ line: [String]) -> Bool {
        line.count <= 6 && closings.contains { line.starts(with: $0) && line.count <= $0.count + 2 }
    }

    private static let closings = phrases(
        """
        best|best regards|kind regards|warm regards|regards|best wishes|cheers|sincerely|yours|yours sincerely|take care|all the best
        thanks|many thanks|thank you|thanks in advance|thanks again|love|xoxo|cordially|respectfully|with best regards
        viele grusse|liebe grusse|mit freundlichen grussen|freundliche grusse|beste grusse|herzliche grusse|gruss|grusse|lg|vg|mfg
        danke|vielen dank|schone grusse|bis dann|alles gute|cordialement|bien cordialement|bien a vous|bien a toi|amities
        amicalement|bises|merci|merci d avance|a bientot|bonne journee|sinceres salutations|salutations|un saludo|saludos
        un abrazo|abrazos|cordialmente|atentamente|gracias|cordiali saluti|distinti saluti|un saluto|saluti|a presto|un abbraccio
        grazie|grazie mille|groeten|groetjes|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|hartelijke groet
        bedankt|alvast bedankt|liefs|cumprimentos|com os melhores cumprimentos|abraco|abracos|um abraco|atenciosamente|beijos
        obrigado|obrigada|ate breve
        """)

    /// Whether nothing from this line on was written for this mail.
    static func endsText(_ line: [String]) -> Bool {
        endings.contains { line.starts(with: $0) }
    }

    /// Whether two lines are the beginning of an older mail's header, as some programs put it below an answer.
    static func isHeader(_ line: [String], _ next: [String]) -> Bool {
        guard let first = line.first, let second = next.first else { return false }
        return firstNames.contains(first) && secondNames.contains(second)
    }

    private static let firstNames = words("from von de da van")
    private static let secondNames = words(
        "sent date to subject gesendet datum an betreff envoye a objet enviado fecha para asunto inviato data verzonden aan"
    )
    private static let endings = phrases(
        """
        original message|forwarded message|begin forwarded message|ursprungliche nachricht|message d origine|mensaje original
        messaggio originale|oorspronkelijk bericht|mensagem original|sent from my|get outlook for|von meinem iphone|envoye de mon
        enviado desde mi|inviato da|verzonden vanaf|enviado do meu|this email and any|this message is confidential|confidentiality
        """)

    static func saysWrote(_ line: [String]) -> Bool {
        line.contains { wrote.contains($0) }
    }

    private static let wrote = words("wrote schrieb ecrit escribio scritto schreef escreveu writes")

    static func beginsAttribution(_ line: [String]) -> Bool {
        line.first.map { attributionStarts.contains($0) } ?? false
    }

    private static let attributionStarts = words("on am le el il op em den")

    /// Words of mails that are no matter for a ready answer: grief, dismissal, law, and what swindlers ask for.
    static let grave = words(
        """
        died death funeral marry condolences deceased cancer hospital hospitalized surgery tumor suicide divorce miscarriage laid layoff
        layoffs redundancy resign resignation resigned fired lawsuit attorney lawyer subpoena complaint disappointed unacceptable
        furious password passwords passcode bitcoin inheritance lottery ransom gestorben verstorben beerdigung krebs krankenhaus
        kundigung gekundigt anwalt beschwerde enttauscht passwort scheidung trauer beileid deces decede obseques funerailles
        hopital licenciement avocat plainte decu motdepasse fallecio murio funeral hospital abogado despido queja contrasena
        morto funerale ospedale avvocato licenziamento reclamo overleden begrafenis ziekenhuis kanker ontslag advocaat klacht
        wachtwoord faleceu morreu advogado demissao senha
        """)

    /// Phrases of the same kind, and those of mail that nobody wrote by hand.
    static let gravePhrases = byFirstWord(
        """
        passed away|gift card|gift cards|wire transfer|bank account|bank details|verify your account|let go of|out of office
        out of the office|automatic reply|auto reply|autoreply|do not reply|not reply to this|unsubscribe|view in browser|abwesenheit
        nicht im buro|automatische antwort|abmelden|absence du bureau|reponse automatique|se desinscrire|fuera de la oficina
        respuesta automatica|darse de baja|fuori ufficio|risposta automatica|disiscriviti|niet op kantoor|automatisch antwoord
        afmelden|fora do escritorio|resposta automatica|cancelar inscricao|mot de passe|limited access to email|click here|sorry for your loss
        my condolences|your condolences|bank transfer|credit card|pay the invoice|outstanding invoice|overdue
        """)

    /// What is thanked for without waiting for an answer.
    static let politeReasons = words(
        """
        email e-mail mail message reply response interest application order patience inquiry enquiry contacting reaching purchase
        subscribing registering signing advance understanding nachricht antwort bestellung geduld interesse voraus anfrage reponse
        commande patience interet avance mensaje respuesta pedido paciencia interes antemano messaggio risposta ordine pazienza
        anticipo bericht antwoord bestelling geduld voorbaat alvast mensagem resposta encomenda
        """)

    /// Words of bad news: what is kind in the same mail is not what is answered.
    static let regrets = words(
        "unfortunately regret leider bedauern malheureusement regrette regrettons lamentablemente lamentamos purtroppo helaas infelizmente"
    )

    /// Words before a comma that are no names.
    static let adverbs = words(
        """
        however anyway otherwise yes ok okay well finally lastly firstly first secondly second third then again actually btw ps
        hey thanks sorry please great perfect sure unfortunately luckily still besides moreover meanwhile additionally regarding
        ja nein gut ausserdem ubrigens leider danke oui non bon enfin aussi merci donc par vale bueno ademas gracias tambien bene
        inoltre grazie allora dunque goed trouwens verder overigens bom alem entao
        """)

    private static func byFirstWord(_ text: String) -> [String: [[String]]] {
        Dictionary(grouping: phrases(text)) { $0.first ?? "" }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    private static func phrases(_ text: String) -> [[String]] {
        text.split { $0 == "|" || $0 == "\n" }.map { $0.split(separator: " ").map(String.init) }
    }
}
