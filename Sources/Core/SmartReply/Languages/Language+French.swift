extension Language {
    static let french = Language(
        "fr",
        commonWords: """
            le la les un une des je tu vous nous est sont et de du a en pour ce que qui ne pas mon ma votre ton ta si merci quand
            comment avec dans sur au aux peux pouvez avez as j'ai c'est il elle on te me bonjour salut plus est-ce peux-tu
            pouvez-vous es-tu etes-vous n'est d'accord beaucoup voici felicitations desole desolee tres bien bon bonne fait
            pourriez-vous pourrais-tu ca cela qu'en
            """,
        clauseWords: "je tu il elle on nous vous ils elles qui quoi ou pourquoi quel quelle est sont", but: "mais",
        times: frenchTimes, patterns: frenchPatterns, answers: frenchAnswers,
        on: { day, text in day == .date ? "le " + text : text },
        named: { day, text in
            switch day {
            case .date: "le " + text
            case .week: "la " + text
            case .weekday, .relative: text
            }
        })

    private static let frenchTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names("lundi mardi mercredi jeudi vendredi samedi dimanche")
        times.relative = TimeWords.names("aujourd'hui demain apres-demain=après-demain")
        times.modifiers = ["prochain"]
        times.parts = ["matin", "midi", "apres-midi", "soir"]
        times.ats = ["a", "vers"]
        times.ons = ["le", "ce"]
        times.units = ["heures", "heure", "h"]
        times.named = ["midi"]
        times.spelled = TimeWords.words("une deux trois quatre cinq six sept huit neuf dix onze")
        times.deadlines = ["avant", "d'ici"]
        times.ors = ["ou"]
        times.ranges = ["entre", "de", "jusqu'a"]
        times.followers = ["ou", "te", "vous", "ca", "et", "demain"]
        times.at = "à"
        times.keepsAt = false
        return times
    }()

    private static let frenchPatterns = PatternTable(
        """
        nothing:comment ca|vas-tu|allez-vous|tu|vous;ca va $ ?
        whenFree:quand es-tu|etes-vous|peut-on|pouvons-nous|seriez-vous|serais-tu;quel jour|creneau|moment;quelle heure|date;quelles sont ~ disponibilites
        opinion:qu'en penses-tu|pensez-vous|dis-tu|dites-vous;que penses-tu|pensez-vous;ton|votre avis;tu en penses quoi;vous en pensez quoi
        confirmation:merci de (me|nous) confirmer;peux-tu|pouvez-vous|pourrais-tu|pourriez-vous (me|nous) confirmer;peux|pouvez confirmer;veuillez confirmer;tu confirmes ?;vous confirmez ?
        approval:ca te|vous va|convient ?;cela te|vous va|convient|conviendrait ?;d'accord ?;est-ce que ca|cela te|vous va|convient;ca marche ?;c'est bon pour toi|vous ?
        review:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous ~ relire|verifier|regarder|consulter;merci de ~ relire|verifier;jeter un oeil;tu peux|pourrais ~ relire|verifier|regarder;\
        vous pouvez|pourriez ~ relire|verifier|regarder
        sending:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous ~ envoyer|transmettre|transferer|renvoyer|m'envoyer;merci de ~ m'envoyer|envoyer|transmettre;\
        tu peux|pourrais ~ m'envoyer|envoyer|transmettre;vous pouvez|pourriez ~ m'envoyer|envoyer|transmettre;envoie-moi|envoyez-moi
        call:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous ~ appeler|rappeler|m'appeler;appelle-moi|appelez-moi|rappelle-moi|rappelez-moi
        invitation:veux-tu|voulez-vous|voudrais-tu|voudriez-vous ~ venir|participer|joindre;tu veux|viens ~ venir|avec;ca te|vous dit|dirait;envie de ~ ?;\
        invitons a;je t'invite|vous;invite a;tu viens ~~ avec|diner|dejeuner|manger|soir|fete ?;vous venez ~~ avec|diner|dejeuner|manger|soir|fete ?;es-tu|etes-vous partant|partante|partants
        meeting:es-tu|etes-vous ~ libre|libres|disponible|disponibles;tu es ~ libre|disponible ?;vous etes ~ libre|libres|disponible|disponibles ?;est-ce que ~ convient|conviendrait|va|irait|marche|possible ?;\
        on se voit|retrouve|appelle|rencontre;peut-on|pouvons-nous|pourrions-nous ~ voir|rencontrer|parler|appeler|retrouver;te|vous convient|conviendrait|va|irait;\
        je propose|te|vous ~ ~ propose;disponible|libre|dispo ?;ca te|vous va|convient;ca irait;on peut ~ voir|parler ?
        availability:es-tu|etes-vous ~ libre|libres|disponible|disponibles ?;as-tu|avez-vous ~ temps|disponibilites;peut-on|pouvons-nous|pourrions-nous ~ voir|rencontrer|parler
        received:as-tu|avez-vous ~ recu|vu|lu;tu as ~ recu|vu|lu ?;vous avez ~ recu|vu|lu ?
        favour:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous ~ faire|preparer|reserver|apporter|aider|m'aider|mettre|modifier|corriger|ajouter|completer|remplir|imprimer|organiser;\
        pourriez-vous|peux-tu ~ t'occuper|vous occuper
        open:^ qui|ou|quel|quelle|quels|quelles|quand|combien ?
        cancelling:dois|devons ~ annuler|reporter|decaler;ne pourrai|peux|pourrons|pouvons pas|plus venir|etre|participer;ne pourrai|peux pas;je ne peux|pourrai plus
        late:en retard;aurai ~ retard
        congratulation:felicitations|bravo
        birthday:joyeux|bon anniversaire
        welcome:bienvenue dans|a|chez|parmi
        attached:ci-joint|ci-jointe|ci-joints|ci-jointes;en piece|pieces jointe|jointes;piece jointe;voici le|la|les|mon|notre|un|une
        promise:je t'envoie|vous|te envoie|tiens|rappelle|reponds|confirme;je m'en occupe;je reviens vers
        agreement:ca me va|convient;cela me convient;parfait $;c'est parfait|bon pour moi;ca marche $;d'accord $;entendu $
        apology:desole|desolee|excuse|excusez|excuses|pardon;excuse-moi|excusez-moi
        reminder:petit rappel;pour rappel;je te|vous rappelle
        notice:pour info|information;pour ton|votre information;je te|vous informe|previens|signale;je t'informe
        thanks:merci
        offer:n'hesite|n'hesitez pas;si tu as|vous avez ~ questions
        farewell:a demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|bientot;hate de
        wishes:bon week-end|weekend;bonnes vacances|fetes;joyeux noel;bonne annee|fete;joyeuses fetes|paques
        """)

    private static let frenchAnswers = AnswerTable(
        """
        meeting,approval time
          yes Oui, {slot} me convient.
          no Malheureusement, je ne peux pas {day}.
          other Serait-il possible un peu plus tard\u{A0}?
        meeting,approval day
          yes Oui, {slot} me convient. À quelle heure\u{A0}?
          no Malheureusement, je ne peux pas {day}.
          other Je regarde mon agenda et je réponds rapidement.
        meeting,availability plain
          yes Oui, avec plaisir. Quand serait le mieux\u{A0}?
          no Malheureusement, je ne suis pas disponible.
          other Je regarde mon agenda et je réponds rapidement.
        whenFree plain
          other Je regarde mon agenda et je réponds rapidement.
        invitation plain
          yes Avec grand plaisir, merci pour l'invitation\u{A0}!
          no Merci pour l'invitation, mais malheureusement je ne pourrai pas venir.
          other Je regarde mon agenda et je réponds rapidement.
        choice two
          yes {first} me convient mieux.
          no {second} me convient mieux.
          other Les deux me conviennent.
        opinion plain
          yes Cela me semble très bien.
          no J'ai quelques remarques, je les envoie bientôt.
          other J'y réfléchis et je réponds rapidement.
        approval plain
          yes Oui, cela me convient.
          no Malheureusement, cela ne me convient pas.
          other J'y réfléchis et je réponds rapidement.
        confirmation plain
          yes Oui, je confirme.
          other Je vérifie et je réponds rapidement.
        call plain
          yes D'accord, j'appelle tout de suite.
          no Je ne peux pas parler pour le moment. Plus tard, c'est possible\u{A0}?
        review plain
          yes Bien sûr, je regarde et je réponds rapidement.
          no Malheureusement, je n'ai pas le temps pour le moment.
          other C'est pour quand\u{A0}?
        sending plain
          yes Bien sûr, je l'envoie tout de suite.
          no Malheureusement, je ne peux pas pour le moment.
          other C'est pour quand\u{A0}?
        favour plain
          yes Bien sûr, je m'en occupe.
          no Malheureusement, je ne peux pas pour le moment.
          other C'est pour quand\u{A0}?
        received plain
          yes Oui, bien reçu, merci.
          no Non, pas encore.
        open plain
          other Je vérifie et je réponds rapidement.
        cancelling plain
          yes Pas de problème, merci pour l'information.
          other Pas de problème. On peut trouver un autre moment\u{A0}?
        late plain
          yes Pas de problème, à tout de suite\u{A0}!
        congratulation plain
          yes Merci beaucoup\u{A0}!
        birthday plain
          yes Merci beaucoup, ça me fait très plaisir\u{A0}!
        welcome plain
          yes Merci beaucoup pour l'accueil\u{A0}!
        attached plain
          yes Merci, bien reçu.
          other Merci, je regarde et je réponds rapidement.
        promise,agreement plain
          yes Parfait, merci beaucoup\u{A0}!
        apology plain
          yes Aucun problème\u{A0}!
        reminder plain
          yes Merci pour le rappel.
        notice plain
          yes Merci pour l'information.
        thanks plain
          yes Avec plaisir\u{A0}!
        offer plain
          yes Merci, c'est noté.
        farewell plain
          yes À bientôt\u{A0}!
        wishes plain
          yes Merci, pareillement\u{A0}!
        """)
}
