/// The French table of words and of fixed replies. `Language` describes the notation.
let frenchWords = """
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
    """
