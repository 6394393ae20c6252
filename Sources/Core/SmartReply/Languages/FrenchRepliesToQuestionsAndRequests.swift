/// The French table of questions and requests. `Language` describes the notation.
let frenchRepliesToQuestionsAndRequests = """
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
    """
