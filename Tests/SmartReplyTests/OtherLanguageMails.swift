/// Mails in other languages than English.
enum OtherLanguageMails {
    static let german = [
        SuggestedRepliesRow(
            "Zeit", "Hallo Kim,\nhast du am Freitag um 12:30 Uhr Zeit?\nViele Grüße\nAna",
            "Ja, Freitag um 12:30 Uhr passt mir gut.",
            ["Leider kann ich am Freitag nicht.", "Ginge es auch etwas später?"]),
        SuggestedRepliesRow("Tag", "Passt es Ihnen am Donnerstag?", "Ja, Donnerstag passt mir gut. Um wie viel Uhr?"),
        SuggestedRepliesRow(
            "Datum", "Haben Sie am 5. Mai Zeit?", "Ja, der 5. Mai passt mir gut. Um wie viel Uhr?",
            ["Leider kann ich am 5. Mai nicht.", "Ich schaue in meinen Kalender und melde mich."]),
        SuggestedRepliesRow(
            "morgen", "Wollen wir uns morgen um 15 Uhr treffen?", "Ja, morgen um 15 Uhr passt mir gut."),
        SuggestedRepliesRow(
            "zwei Tage", "Passt dir Montag oder Dienstag?", "Montag passt mir am besten.",
            ["Dienstag passt mir am besten.", "Mir passt beides."]),
        SuggestedRepliesRow("schicken", "Kannst du mir bitte die Folien schicken?", "Gerne, ich schicke es gleich."),
        SuggestedRepliesRow(
            "schicken bis", "Könnten Sie mir den Bericht bis Freitag zusenden?", "Gerne, ich schicke es bis Freitag."),
        SuggestedRepliesRow(
            "Einladung", "Hast du Lust, am Samstag mit uns zu grillen?", "Sehr gerne, vielen Dank! Um wie viel Uhr?"),
        SuggestedRepliesRow("Dank", "Vielen Dank für deine Hilfe!", "Gern geschehen!"),
        SuggestedRepliesRow("Anhang", "Anbei die Unterlagen für das Treffen.", "Danke, ist angekommen."),
        SuggestedRepliesRow(
            "Absage", "Leider muss ich unser Treffen absagen.", "Kein Problem, danke für die Nachricht."),
        SuggestedRepliesRow("Geburtstag", "Alles Gute zum Geburtstag, liebe Kim!", "Vielen Dank für die Glückwünsche!"),
        SuggestedRepliesRow("Meinung", "Hier ist der Entwurf. Was denkst du?", "Das klingt gut."),
        SuggestedRepliesRow("Trauer", "Meine Mutter ist gestorben. Kannst du mir die Unterlagen schicken?", nil),
        SuggestedRepliesRow("nur eine Frage", "Hallo Kim, bist du morgen im Büro?", nil),
        SuggestedRepliesRow(
            "verschieben", "Könnten wir unser Treffen auf Donnerstag um 10 Uhr verschieben?",
            "Ja, Donnerstag um 10 Uhr passt mir gut."),
        SuggestedRepliesRow(
            "nächste Woche", "Hallo Kim, wie geht es dir? Ich wollte fragen, ob du nächste Woche Zeit hast.",
            "Ja, nächste Woche passt mir gut. Welcher Tag wäre am besten?"),
        SuggestedRepliesRow("kannst du am", "Kannst du am Freitag um 10 Uhr?", "Ja, Freitag um 10 Uhr passt mir gut."),
        SuggestedRepliesRow("aufpassen", "Kannst du am Samstag auf die Kinder aufpassen?", nil),
        SuggestedRepliesRow("wann", "Wann hast du Zeit?", "Ich schaue in meinen Kalender und melde mich.", []),
        SuggestedRepliesRow("Laden", "Ist der Laden am Montag offen?", nil),
        SuggestedRepliesRow("später", "Ich komme morgen später.", "Danke für die Information."),
    ]

    static let french = [
        SuggestedRepliesRow(
            "heure", "Bonjour Kim,\nes-tu libre vendredi à 12h30 ?\nBises\nAna", "Oui, vendredi à 12h30 me convient.",
            ["Malheureusement, je ne peux pas vendredi.", "Serait-il possible un peu plus tard\u{A0}?"]),
        SuggestedRepliesRow(
            "jour", "Êtes-vous disponible jeudi prochain ?", "Oui, jeudi prochain me convient. À quelle heure\u{A0}?"),
        SuggestedRepliesRow("envoyer", "Pourriez-vous m'envoyer le rapport ?", "Bien sûr, je l'envoie tout de suite."),
        SuggestedRepliesRow("avis", "Voici la nouvelle version. Qu'en penses-tu ?", "Cela me semble très bien."),
        SuggestedRepliesRow("merci", "Merci beaucoup pour ton aide !", "Avec plaisir\u{A0}!"),
        SuggestedRepliesRow(
            "ci-joint", "Veuillez trouver ci-joint le compte rendu de la réunion.", "Merci, bien reçu."),
        SuggestedRepliesRow(
            "invitation", "Veux-tu venir dîner avec nous ?", "Avec grand plaisir, merci pour l'invitation\u{A0}!"),
        SuggestedRepliesRow(
            "annuler", "Je suis désolé, je dois annuler notre rendez-vous.",
            "Pas de problème, merci pour l'information."),
        SuggestedRepliesRow(
            "confirmer", "Bonjour, pourriez-vous me confirmer votre présence à la réunion de mardi ?",
            "Oui, je confirme."),
        SuggestedRepliesRow("demain", "On se voit demain à 18h ?", "Oui, demain à 18h me convient."),
        SuggestedRepliesRow("ça va", "Salut Kim, comment ça va ?", nil),
        SuggestedRepliesRow("quand", "Quand es-tu disponible ?", "Je regarde mon agenda et je réponds rapidement.", []),
        SuggestedRepliesRow("magasin", "Est-ce que le magasin est ouvert samedi ?", nil),
        SuggestedRepliesRow("rappeler demain", "Pouvez-vous me rappeler demain ?", nil),
    ]

    static let spanish = [
        SuggestedRepliesRow(
            "hora", "Hola Kim, ¿te viene bien el viernes a las 12:30?", "Sí, el viernes a las 12:30 me viene bien.",
            ["Lo siento, el viernes no puedo.", "¿Podría ser un poco más tarde?"]),
        SuggestedRepliesRow("mañana", "¿Podemos hablar mañana a las 10:00?", "Sí, mañana a las 10:00 me viene bien."),
        SuggestedRepliesRow("enviar", "¿Puedes enviarme el informe, por favor?", "Claro, lo envío enseguida."),
        SuggestedRepliesRow("gracias", "¡Muchas gracias por tu ayuda!", "¡De nada!"),
        SuggestedRepliesRow(
            "cumpleaños", "¡Feliz cumpleaños, Kim! Un abrazo de todos", "¡Muchas gracias por la felicitación!"),
        SuggestedRepliesRow("opinión", "He cambiado el diseño. ¿Qué te parece?", "Me parece muy bien."),
        SuggestedRepliesRow(
            "fiesta", "Hola Kim, ¿vienes a la fiesta el sábado? Un abrazo",
            "¡Con mucho gusto, gracias por la invitación!"),
        SuggestedRepliesRow("quedar", "¿Quedamos el jueves a las 8?", "Sí, el jueves a las 8 me viene bien."),
    ]

    /// Mail in languages without a table, which is not mistaken for one in a related language.
    static let unknown = [
        SuggestedRepliesRow("ora", "Ciao Kim, sei libera venerdì alle 12:30?", nil),
        SuggestedRepliesRow("mandare", "Potresti mandarmi la relazione?", nil),
        SuggestedRepliesRow("grazie", "Grazie mille per il tuo aiuto!", nil),
        SuggestedRepliesRow("parere", "Ho finito il progetto. Che ne pensi?", nil),
        SuggestedRepliesRow("domani", "Ciao Kim, ci vediamo domani alle 18:00?", nil),
        SuggestedRepliesRow("cinema", "Ti va di andare al cinema sabato sera?", nil),
        SuggestedRepliesRow("quando", "Quando sei libero?", nil),
        SuggestedRepliesRow("tijd", "Hoi Kim, heb je vrijdag om 12:30 uur tijd?", nil),
        SuggestedRepliesRow("sturen", "Kun je mij het verslag sturen?", nil),
        SuggestedRepliesRow("dank", "Hartelijk dank voor je hulp!", nil),
        SuggestedRepliesRow("mening", "Dit is het nieuwe ontwerp. Wat vind je ervan?", nil),
        SuggestedRepliesRow("morgen", "Kunnen we morgen om 10 uur afspreken?", nil),
        SuggestedRepliesRow("winkel", "Is de winkel open op maandag?", nil),
        SuggestedRepliesRow("hora", "Olá Kim, você está livre na sexta-feira às 12:30?", nil),
        SuggestedRepliesRow("enviar", "Você pode me enviar o relatório?", nil),
        SuggestedRepliesRow("obrigado", "Muito obrigado pela sua ajuda!", nil),
        SuggestedRepliesRow("opinião", "Este é o novo projeto. O que acha?", nil),
        SuggestedRepliesRow("quinta-feira", "Olá Kim, podemos marcar uma reunião na quinta-feira às 15h?", nil),
    ]
}
