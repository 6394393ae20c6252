/// The German table. `Language` describes the notation.
let germanTable = """
    NOUNS: capitalized
    common: der die das ein eine einen ich du sie wir ist sind war zu und in am um für es dies dein deine ihr mir dir
      mich dich wenn bitte danke was wann wie nicht auch noch hast hat haben kannst können konntest könnten wäre kann
      bis vom im den dem passt uns euch sich bei auf mit von habe gerne leider vielen hallo liebe grüße ihnen oder schon
      mal herzlichen glückwunsch anbei geht ok möchtest möchten ja nein gut außerdem übrigens treffen gehen
    clause: ich du er sie es wir ihr was wer wo warum ist sind war hat haben
    and: und also; or: oder; regret: leider bedauern; no: nein leider kein keine
    yes: ja gerne gern klar prima passt ok super; wrote: schrieb; header: von gesendet datum an betreff
    greet: hallo hi liebe lieber guten moin servus sehr
    polite: geehrte geehrter frau herr herren damen und tag morgen abend zusammen alle ihr kollegen mama papa schatz
    days: Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag; soon: heute morgen übermorgen
    months: Januar Februar März April Mai Juni Juli August September Oktober November Dezember
    next: nächsten nächste nächster diesen diese kommenden kommende; weeks: Woche Monat
    parts: Vormittag Mittag Nachmittag Abend früh
    at: um gegen ab; links: am der den; by: bis; range: zwischen von bis ab; units: Uhr h
    hours: eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
    ON time: um; ON weekday: am; ON date: am
    AS date: der
    CAN: kannst könntest können könnten würdest würden; YOU: du sie ihr; WE: können könnten wollen sollen
    DO: machen erledigen helfen übernehmen mitbringen buchen reservieren organisieren vorbereiten aktualisieren ändern
      drucken kümmern geben besorgen
    CALENDAR: Ich schaue in meinen Kalender und melde mich.
    LONGER: Geht es auch etwas später?
    close: viele|liebe|beste|schöne|herzliche|freundliche grüße; mit freundlichen grüßen; gruß|grüße; lg|vg|mfg; danke;
      vielen dank; bis dann; alles gute
    cut: ursprüngliche nachricht; von meinem iphone; gesendet von
    stop: gestorben|verstorben|beerdigung|krebs|krankenhaus|kündigung|gekündigt|scheidung|trauer|beileid|anwalt;
      beschwerde|enttäuscht|passwort|abwesenheit|abmelden; nicht im büro; automatische antwort
    skip: wie geht es|dir|ihnen; wie geht's; alles gut ?
    ask whenFree: wann ... passt|zeit|können|treffen|kannst|passen|ginge|geht;
      welcher|welche|welchen tag|termin|uhrzeit; um wie viel uhr = - | - | CALENDAR
    ask opinion: was|wie denkst|meinst|hältst|sagst|findest du; was|wie denken|meinen|halten|sagen|finden sie;
      deine|ihre|eure meinung|gedanken; gib|geben mir ... feedback|rückmeldung
      = Das klingt gut. | Ich habe ein paar Anmerkungen und schicke sie bald. | Ich denke darüber nach und melde mich.
    ask confirmation: bitte bestätige|bestätigen|bestätigt; CAN YOU ... bestätigen; bitte|um ... bestätigung
      = Ja, das bestätige ich gerne. | - | Ich prüfe es und melde mich.
    ask approval: passt|geht|ginge|klappt dir|ihnen|euch|das|es|dies (so|dir|ihnen|euch) ?; einverstanden ?;
      in ordnung ?; ist|wäre das ... ok|okay|recht|ordnung|möglich ?
      = Ja, das passt. | Das passt mir leider nicht. | Ich überlege es mir und melde mich.
    task review: CAN YOU ... ansehen|anschauen|prüfen|durchlesen|gegenlesen|draufschauen; bitte prüfe|prüfen;
      bitte ... prüfen|durchlesen|ansehen|anschauen|gegenlesen; schau|schaut|schauen mal|bitte|sie
      =by Gerne, ich schaue es mir {by} an. | Leider schaffe ich es nicht {by}. | LONGER
      = Gerne, ich schaue es mir an und melde mich. | Leider habe ich gerade keine Zeit. | ?Bis wann wird es gebraucht?
    task sending: CAN YOU ... schicken|senden|zuschicken|zusenden|weiterleiten|mailen;
      bitte ... zusenden|zuschicken|senden; bitte schick|schicke|schicken|sende; schick|schicke|sende mir|uns;
      schicken|senden sie mir|uns
      =by Gerne, ich schicke es {by}. | Leider schaffe ich es nicht {by}. | LONGER
      = Gerne, ich schicke es gleich. | Leider geht das im Moment nicht. | ?Bis wann wird es gebraucht?
    ask call: CAN YOU ... anrufen; ruf|rufe|rufen mich|sie ... an; bitte ... anrufen
      =none Gerne, ich rufe gleich an. | Ich kann gerade nicht sprechen. Geht es auch später?
    ask invitation: hast|habt YOU ... lust; möchtest|möchten|willst|wollen|magst YOU ... kommen|mitkommen|teilnehmen;
      kommst|kommt YOU ... mit|vorbei|auch ?; lade|laden (wir) dich|sie|euch; eingeladen; bist|seid YOU dabei ?
      =day Sehr gerne, vielen Dank! Um wie viel Uhr? | Danke für die Einladung, aber {day} kann ich leider nicht.
      | CALENDAR
      = Sehr gerne, vielen Dank für die Einladung! | Danke für die Einladung, aber leider kann ich nicht. | CALENDAR
    time meeting: ^ passt|passen|ginge|geht|klappt ... ?; ^ wäre ... möglich|recht|ok|gut ?; schlage|schlagen ... vor;
      ob YOU ... zeit; wie wäre|wär|war es|mit|am|morgen; WE wir ?; treffen wir uns;
      WE wir ... treffen|sprechen|telefonieren|reden|sehen; sehen wir uns ?; lass|lasst uns;
      bist|sind|seid YOU ... frei|verfügbar ?; CAN YOU (am|um|gegen|den|auch) @ $;
      CAN du|sie|ihr|wir ... kommen|vorbeikommen|treffen|telefonieren|sprechen|verschieben|verlegen ?
      =time Ja, {slot} passt mir gut. | Leider kann ich {day} nicht. | Ginge es auch etwas später?
      =day Ja, {slot} passt mir gut. Um wie viel Uhr? | Leider kann ich {day} nicht. | CALENDAR
      =week Ja, {slot} passt mir gut. Welcher Tag wäre am besten? | {slot} kann ich leider nicht. | CALENDAR
      =none Ja, gerne. Wann würde es am besten passen? | Leider passt es mir gerade nicht. | CALENDAR
    ask meeting: hast|haben|habt YOU ... zeit ?; WE wir uns|mal ... treffen|sprechen|zusammensetzen|telefonieren
    ask choice: was|welchen|welches ... lieber ?
      =two {first} passt mir am besten. | {second} passt mir am besten. | Mir passt beides.
    ask received: hast|haben|habt YOU ... bekommen|erhalten|gesehen|gelesen; ist ... angekommen
      = Ja, ist angekommen, danke. | Nein, noch nicht.
    task favour: CAN YOU (bitte|mir|uns|das) ... DO
      =by Gerne, ich erledige das {by}. | Leider schaffe ich es nicht {by}. | LONGER
      = Gerne, ich kümmere mich darum. | Leider geht das im Moment nicht. | ?Bis wann wird es gebraucht?
    ask open: ^ wer|was|wo|welche|welcher|welches|wieviel|wann ?; ^ wie viel|viele|lange|weit ?
      = - | - | Ich schaue nach und melde mich.
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
