/// The German table of questions and requests. `Language` describes the notation.
let germanRepliesToQuestionsAndRequests = """
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
    """
