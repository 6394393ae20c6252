/// The German table of statements. `Language` describes the notation.
let germanRepliesToStatements = """
    tell cancelling: muss|müssen ... absagen|verschieben; kann|können leider nicht|doch; leider nicht kommen|dabei;
      schaffe es ... nicht = Kein Problem, danke für die Nachricht. | - | Kein Problem. Finden wir einen anderen Termin?
    tell late: komme|bin ... später; verspäte mich; minuten später; bin spät dran
      =on Danke für die Information.
      = Kein Problem, bis gleich!
    tell congratulation: herzlichen glückwunsch|glückwünsche zum|zur|zu; gratuliere|gratulation; gut gemacht;
      tolle arbeit = Vielen Dank!
    tell birthday: alles gute zum geburtstag; zum geburtstag = Vielen Dank für die Glückwünsche!
    tell welcome: willkommen im|an|bei = Vielen Dank, ich freue mich!
    tell attached: anbei|beiliegend|angehängt|beigefügt; im anhang; hier ist|sind der|die|das
      = Danke, ist angekommen. | - | Danke, ich schaue es mir an und melde mich.
    skip: klingt|werde|schicke|melde ... aber
    tell promise: ich schicke|melde|schaue|kümmere|sende|prüfe|bringe|rufe;
      werde|werden ... schicken|melden|prüfen|senden; passt mir|gut|super; klingt gut|super|toll; einverstanden $;
      geht klar; bin dabei; das passt = Super, vielen Dank!
    tell apology: tut mir ... leid; entschuldige|entschuldigung|entschuldigen|sorry = Kein Problem!
    tell reminder: zur erinnerung; erinnere|erinnern dich|sie|euch; kleine erinnerung = Danke für die Erinnerung.
    tell notice: zur info|information|kenntnis; wollte ... bescheid|sagen|mitteilen = Danke für die Information.
    skip: danke|dank ... aber|nachricht|antwort|bestellung|geduld|interesse|voraus|anfrage
    tell thanks: vielen|besten|herzlichen|lieben|tausend dank; danke = Gern geschehen!
    tell offer: bei fragen|rückfragen; melde|melden dich|sie ~ wenn|falls|bei = Danke, das mache ich.
    tell farewell: bis bald|dann|später; bis @; freue mich ... auf =time Super, bis {slot}! = Ich freue mich!
    tell wishes: schönes|schönen|schöne wochenende|urlaub|feiertage|abend|ostern; guten rutsch;
      frohe|frohes weihnachten|ostern|neues|feiertage = Vielen Dank, gleichfalls!
    """
