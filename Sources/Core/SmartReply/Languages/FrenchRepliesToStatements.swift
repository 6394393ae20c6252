/// The French table of statements. `Language` describes the notation.
let frenchRepliesToStatements = """
    tell cancelling: dois|devons ~ annuler|reporter|décaler; ne pourrai|peux|pourrons|pouvons pas|plus
      = Pas de problème, merci pour l'information. | - | Pas de problème. On peut trouver un autre moment\u{A0}?
    tell late: en retard; aurai ~ retard = Pas de problème, à tout de suite\u{A0}! =on Merci pour l'information.
    tell congratulation: félicitations|bravo = Merci beaucoup\u{A0}!
    tell birthday: joyeux|bon anniversaire = Merci beaucoup, ça me fait très plaisir\u{A0}!
    tell welcome: bienvenue dans|à|chez|parmi = Merci beaucoup pour l'accueil\u{A0}!
    tell attached: ci-joint|ci-jointe|ci-joints|ci-jointes; pièce|pièces jointe|jointes;
      voici le|la|les|mon|notre|un|une = Merci, bien reçu. | - | Merci, je regarde et je réponds rapidement.
    skip: je|parfait|merci|d'accord ... mais
    tell promise: je t'envoie|vous|te envoie|tiens|rappelle|réponds|confirme; je m'en occupe; je reviens vers;
      ça me va|convient; cela me convient; parfait|entendu|d'accord $; c'est parfait|bon pour moi; ça marche $
      = Parfait, merci beaucoup\u{A0}!
    tell apology: désolé|désolée|excuse|excusez|excuses|pardon|excuse-moi|excusez-moi = Aucun problème\u{A0}!
    tell reminder: petit rappel; pour rappel; je te|vous rappelle = Merci pour le rappel.
    tell notice: pour (ton|votre) info|information; je te|vous informe|préviens|signale; je t'informe
      = Merci pour l'information.
    skip: merci ... mail|message|réponse|commande|patience|intérêt|avance|d'avance
    tell thanks: merci = Avec plaisir\u{A0}!
    tell offer: n'hésite|n'hésitez pas; si tu|vous as|avez ~ questions = Merci, c'est noté.
    tell farewell: à bientôt; à @; hâte de = À bientôt\u{A0}!
    tell wishes: bon week-end|weekend; bonnes|joyeuses vacances|fêtes|pâques; joyeux noël; bonne année|fête
      = Merci, pareillement\u{A0}!
    """
