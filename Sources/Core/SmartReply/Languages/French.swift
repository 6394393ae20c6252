/// The French table. `Language` describes the notation.
let frenchTable = """
    common: le la les un une des je tu vous nous est sont et de du a en pour ce que qui ne pas mon ma votre ton ta si
      merci quand comment avec dans sur au aux peux pouvez avez as j'ai c'est il elle on te me bonjour salut plus est-ce
      peux-tu pouvez-vous es-tu êtes-vous n'est d'accord beaucoup voici félicitations désolé désolée très bien bon bonne
      fait pourriez-vous pourrais-tu ça cela qu'en oui non enfin aussi donc ou
    clause: je tu il elle on nous vous ils elles qui quoi ou où pourquoi quel quelle est sont
    and: et donc; or: ou; regret: malheureusement regrette regrettons
    yes: oui volontiers accord d'accord bien parfait; no: non malheureusement désolé
    greet: bonjour bonsoir salut coucou cher chère; polite: et à tous toutes madame monsieur mesdames messieurs
    wrote: écrit; header: de envoyé date à objet
    days: lundi mardi mercredi jeudi vendredi samedi dimanche; soon: aujourd'hui demain après-demain
    months: janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    next: prochain; parts: matin midi après-midi soir; noon: midi; at: à vers; links: le ce
    by: avant d'ici; range: entre de jusqu'à; units: heures heure h
    hours: une deux trois quatre cinq six sept huit neuf dix onze
    ON time: à; ON date: le
    AS date: le; AS week: la
    CANYOU: peux-tu pouvez-vous pourrais-tu pourriez-vous
    DO: faire préparer réserver apporter aider m'aider mettre modifier corriger ajouter compléter remplir imprimer
      organiser occuper t'occuper
    CALENDAR: Je regarde mon agenda et je réponds rapidement.
    CHECK: Je vérifie et je réponds rapidement.
    THINK: J'y réfléchis et je réponds rapidement.
    SORRY: Malheureusement, je ne peux pas pour le moment.
    close: cordialement; bien cordialement; bien à vous|toi; amitiés|amicalement|bises|salutations; merci;
      merci d'avance; à bientôt; bonne journée
    cut: message d'origine; envoyé de mon
    stop: décès|décédé|décédée|obsèques|funérailles|hôpital|licenciement|avocat|plainte|déçu|mot de passe;
      absence du bureau; réponse automatique; se désinscrire
    skip: comment ça|vas-tu|allez-vous|tu|vous; ça va $ ?
    ask whenFree: quand es-tu|êtes-vous|peut-on|pouvons-nous|seriez-vous|serais-tu; quel jour|créneau|moment;
      quelle heure|date; quelles sont ~ disponibilités = - | - | CALENDAR
    ask opinion: qu'en|que penses-tu|pensez-vous|dis-tu|dites-vous; ton|votre avis; tu|vous en penses|pensez quoi
      = Cela me semble très bien. | J'ai quelques remarques, je les envoie bientôt. | THINK
    ask confirmation: merci de (me|nous) confirmer; CANYOU|peux|pouvez (me|nous) confirmer; veuillez confirmer;
      tu|vous confirmes|confirmez ? = Oui, je confirme. | - | CHECK
    ask approval: ça|cela te|vous va|convient|conviendrait ?; d'accord ?; ça marche ?; c'est bon pour toi|vous ?
      = Oui, cela me convient. | Malheureusement, cela ne me convient pas. | THINK
    task review: CANYOU ~ relire|vérifier|regarder|consulter; merci de ~ relire|vérifier; jeter un oeil|œil;
      tu|vous peux|pourrais|pouvez|pourriez ~ relire|vérifier|regarder
      = Bien sûr, je regarde et je réponds rapidement. | SORRY | ?C'est pour quand\u{A0}?
    task sending: CANYOU ~ envoyer|transmettre|transférer|renvoyer|m'envoyer; envoie-moi|envoyez-moi;
      merci de ~ m'envoyer|envoyer|transmettre; tu|vous peux|pourrais|pouvez|pourriez ~ m'envoyer|envoyer|transmettre
      = Bien sûr, je l'envoie tout de suite. | SORRY | ?C'est pour quand\u{A0}?
    ask call: CANYOU ~ appeler|rappeler|m'appeler; appelle-moi|appelez-moi|rappelle-moi|rappelez-moi
      =none D'accord, j'appelle tout de suite. | Je ne peux pas parler pour le moment. Plus tard, c'est possible\u{A0}?
    ask invitation: veux-tu|voulez-vous|voudrais-tu|voudriez-vous ~ venir|participer|joindre;
      tu veux|viens ~ venir|avec; ça te|vous dit|dirait; envie de ~ ?; invite|invitons|t'invite à; je t'invite|vous;
      tu|vous viens|venez ... avec|dîner|déjeuner|manger|soir|fête ?; es-tu|êtes-vous partant|partante|partants
      = Avec grand plaisir, merci pour l'invitation\u{A0}!
      | Merci pour l'invitation, mais malheureusement je ne pourrai pas venir. | CALENDAR
    time meeting: disponible|libre|dispo ?; ça irait; te|vous convient|conviendrait|va|irait; on peut ~ voir|parler ?;
      est-ce que ~ convient|conviendrait|va|irait|marche|possible ?; on se voit|retrouve|appelle|rencontre; je propose;
      je te|vous propose
      =time Oui, {slot} me convient. | Malheureusement, je ne peux pas {day}. | Serait-il possible un peu plus tard\u{A0}?
      =day Oui, {slot} me convient. À quelle heure\u{A0}? | Malheureusement, je ne peux pas {day}. | CALENDAR
      =none Oui, avec plaisir. Quand serait le mieux\u{A0}? | Malheureusement, je ne suis pas disponible. | CALENDAR
    ask meeting: es-tu|êtes-vous ~ libre|libres|disponible|disponibles ?;
      tu|vous es|êtes ~ libre|libres|disponible|disponibles ?; as-tu|avez-vous ~ temps|disponibilités;
      peut-on|pouvons-nous|pourrions-nous ~ voir|rencontrer|parler|appeler|retrouver
    ask choice: tu|vous préfères|préférez ?
      =two {first} me convient mieux. | {second} me convient mieux. | Les deux me conviennent.
    ask received: as-tu|avez-vous ~ reçu|vu|lu; tu|vous as|avez ~ reçu|vu|lu ?
      = Oui, bien reçu, merci. | Non, pas encore.
    task favour: CANYOU ~ DO = Bien sûr, je m'en occupe. | SORRY | ?C'est pour quand\u{A0}?
    ask open: ^ qui|où|quel|quelle|quels|quelles|quand|combien ? = - | - | CHECK
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
