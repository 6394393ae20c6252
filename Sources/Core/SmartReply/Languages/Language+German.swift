extension Language {
    static let german = Language(
        "de",
        commonWords: """
            der die das ein eine einen ich du sie wir ist sind war zu und in am um fur es dies dein deine ihr mir dir mich dich wenn
            bitte danke was wann wie nicht auch noch hast hat haben kannst konnen konntest konnten ware kann bis vom im den dem passt
            uns euch sich bei auf mit von habe gerne leider vielen dank hallo liebe grusse dir ihnen oder schon mal herzlichen
            gluckwunsch anbei geht ok mochtest mochten
            """,
        clauseWords: "ich du er sie es wir ihr was wer wo warum ist sind war hat haben", but: "aber",
        times: germanTimes, patterns: germanPatterns, answers: germanAnswers,
        on: { day, text in
            switch day {
            case .weekday: text.contains(" ") && text.hasPrefix("n") ? text : "am " + text
            case .date: "am " + text
            case .relative, .week: text
            }
        },
        named: { day, text in day == .date ? "der " + text : text })

    private static let germanTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names(
            """
            montag=Montag dienstag=Dienstag mittwoch=Mittwoch donnerstag=Donnerstag freitag=Freitag samstag=Samstag
            sonnabend=Sonnabend sonntag=Sonntag
            """)
        times.relative = TimeWords.names("heute morgen ubermorgen=übermorgen")
        times.modifiers = ["nachsten", "nachste", "nachster", "diesen", "diese", "kommenden", "kommende"]
        times.parts = ["vormittag", "mittag", "nachmittag", "abend", "fruh"]
        times.weeks = ["woche", "monat"]
        times.ats = ["um", "gegen", "ab"]
        times.ons = ["am", "der", "den"]
        times.units = ["uhr"]
        times.named = []
        times.spelled = TimeWords.words("eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf")
        times.deadlines = ["bis"]
        times.ors = ["oder"]
        times.ranges = ["zwischen", "von", "bis", "ab"]
        times.followers = [
            "am", "oder", "passt", "passen", "ok", "morgen", "heute", "und", "gehen", "treffen", "telefonieren",
        ]
        times.at = "um"
        times.unit = "Uhr"
        times.keepsAt = false
        return times
    }()

    private static let germanPatterns = PatternTable(
        """
        nothing:wie geht es|dir|ihnen;wie geht's;alles gut ?
        whenFree:wann ~~ passt|zeit|konnen|treffen|kannst|passen|ginge|geht;welcher|welche|welchen tag|termin|uhrzeit|tage|termine;um wie viel uhr
        opinion:was denkst|meinst|haltst du;was denken|meinen|halten sie;was sagst|sagen du|sie dazu;wie findest|finden du|sie;\
        deine|ihre|eure meinung|gedanken;gib mir ~~ feedback|ruckmeldung;lass mich wissen ~~ was du
        confirmation:bitte bestatige|bestatigen|bestatigt|bestatig;kannst|konntest|konnen|konnten du|sie|ihr (bitte) ~~ bestatigen;\
        bitte um ~~ bestatigung;um kurze bestatigung
        approval:passt|geht|ginge|klappt dir|ihnen|euch|das|es|dies (so|dir|ihnen|euch) ?;ist das ~~ ok|okay|recht|ordnung ?;\
        ware das ~~ ok|okay|recht|ordnung|moglich ?;einverstanden ?;in ordnung ?
        review:kannst|konntest|konnen|konnten|wurdest|wurden du|sie|ihr ~~ ansehen|anschauen|prufen|durchlesen|gegenlesen|draufschauen|durchsehen;\
        bitte ~~ prufen|durchlesen|ansehen|anschauen|gegenlesen;schau|schaut|schauen mal|bitte|sie;bitte prufe|prufen;kannst|konntest du ~~ ansehen|anschauen|prufen|durchlesen;\
        konnen|konnten sie ~~ ansehen|anschauen|prufen|durchlesen
        sending:kannst|konntest|konnen|konnten|wurdest|wurden du|sie|ihr ~~ schicken|senden|zuschicken|zusenden|weiterleiten|mailen;\
        kannst|konntest|konnen|konnten|wurdest|wurden du|sie|ihr ~~ schicken|senden|zuschicken|zusenden|weiterleiten|mailen;\
        bitte schick|schicke|schicken|sende|senden;schick|schicke|sende mir|uns (bitte);schicken|senden sie mir|uns;bitte ~~ zusenden|zuschicken|senden
        call:kannst|konntest|konnen|konnten du|sie ~~ anrufen;ruf|rufe|rufen mich|sie ~~ an;bitte ~~ anrufen
        invitation:hast du ~~ lust;habt ihr ~~ lust;mochtest|mochten|willst|wollen|magst du|sie|ihr ~~ kommen|mitkommen|teilnehmen;\
        kommst|kommt du|ihr ~~ mit|vorbei|auch ?;lade|laden dich|sie|euch|wir ~~ ein;lade dich|sie|euch;eingeladen;bist du dabei ?;seid ihr dabei ?
        meeting:^ passt|passen|ginge|geht|klappt ~~ ?;^ ware ~~ moglich|recht|ok|gut ?;hast du ~~ zeit;haben sie ~~ zeit;habt ihr ~~ zeit;wie ware|war es|mit|am|morgen;\
        konnen|konnten|wollen|sollen wir ~~ treffen|sprechen|telefonieren|reden|sehen;wollen|sollen|konnen wir ?;treffen wir uns;sehen wir uns ?;lass|lasst uns;\
        schlage|schlagen ~~ vor;bist du ~~ frei|verfugbar ?;sind sie ~~ frei|verfugbar ?;kannst|konntest|konnen|konnten du|sie|ihr|wir ~~ kommen|vorbeikommen|treffen|telefonieren|sprechen|verschieben|verlegen ?;\
        ob du|sie|ihr ~~ zeit
        capable:kannst|konntest|konnen|konnten du|sie|ihr ?
        availability:hast du ~~ zeit ?;haben sie ~~ zeit ?;habt ihr ~~ zeit ?;konnen|konnten|wollen|sollen wir uns|mal ~~ treffen|sprechen|zusammensetzen|telefonieren
        received:hast|haben|habt du|sie|ihr ~~ bekommen|erhalten|gesehen|gelesen;ist ~~ angekommen
        favour:kannst|konntest|wurdest du (bitte|mir|uns|das) ~~ machen|erledigen|helfen|ubernehmen|mitbringen|buchen|reservieren|organisieren|vorbereiten|aktualisieren|andern|drucken|kummern|geben|besorgen;\
        konnen|konnten|wurden sie (bitte|mir|uns|das) ~~ machen|erledigen|helfen|ubernehmen|mitbringen|buchen|reservieren|organisieren|vorbereiten|aktualisieren|andern|drucken|kummern|geben|besorgen
        open:^ wer|was|wo|welche|welcher|welches|wieviel ?;^ wie viel|viele|lange|weit ?;^ wann ?
        cancelling:muss|mussen ~~ absagen|verschieben;kann|konnen leider nicht|doch;leider nicht kommen|dabei;schaffe es ~~ nicht
        late:komme|bin ~~ spater;verspate mich;minuten spater;bin spat dran
        congratulation:herzlichen gluckwunsch|gluckwunsche zum|zur|zu;gratuliere|gratulation;gut gemacht;tolle arbeit
        birthday:alles gute zum geburtstag;zum geburtstag
        welcome:willkommen im|an|bei
        attached:anbei|beiliegend;im anhang;angehangt|beigefugt;hier ist|sind der|die|das;habe ~~ angehangt|beigefugt
        promise:ich schicke|melde|schaue|kummere|sende|prufe|bringe|rufe;werde|werden ~~ schicken|melden|prufen|senden|anschauen
        agreement:passt mir|gut|super;klingt gut|super|toll;einverstanden $;geht klar;bin dabei;das passt
        apology:tut mir ~~ leid;entschuldige|entschuldigung|entschuldigen|sorry
        reminder:zur erinnerung;erinnere|erinnern dich|sie|euch;kleine erinnerung
        notice:zur info|information|kenntnis;wollte ~~ bescheid;wollte dir|ihnen ~~ sagen|mitteilen
        thanks:vielen|besten|herzlichen|lieben|tausend dank;danke
        offer:bei fragen|ruckfragen;melde|melden dich|sie ~~ wenn|falls|bei
        farewell:bis morgen|bald|dann|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag;freue mich ~~ auf
        wishes:schones|schonen|schone wochenende|urlaub|feiertage|abend|ostern;frohe|frohes weihnachten|ostern|neues|feiertage;guten rutsch
        """)

    private static let germanAnswers = AnswerTable(
        """
        meeting,approval time
          yes Ja, {slot} passt mir gut.
          no Leider kann ich {day} nicht.
          other Ginge es auch etwas später?
        meeting,approval day
          yes Ja, {slot} passt mir gut. Um wie viel Uhr?
          no Leider kann ich {day} nicht.
          other Ich schaue in meinen Kalender und melde mich.
        meeting week
          yes Ja, {slot} passt mir gut. Welcher Tag wäre am besten?
          no {slot} kann ich leider nicht.
          other Ich schaue in meinen Kalender und melde mich.
        meeting,availability plain
          yes Ja, gerne. Wann würde es am besten passen?
          no Leider passt es mir gerade nicht.
          other Ich schaue in meinen Kalender und melde mich.
        whenFree plain
          other Ich schaue in meinen Kalender und melde mich.
        invitation day
          yes Sehr gerne, vielen Dank! Um wie viel Uhr?
          no Danke für die Einladung, aber {day} kann ich leider nicht.
          other Ich schaue in meinen Kalender und melde mich.
        invitation plain
          yes Sehr gerne, vielen Dank für die Einladung!
          no Danke für die Einladung, aber leider kann ich nicht.
          other Ich schaue in meinen Kalender und melde mich.
        choice two
          yes {first} passt mir am besten.
          no {second} passt mir am besten.
          other Mir passt beides.
        opinion plain
          yes Das klingt gut.
          no Ich habe ein paar Anmerkungen und schicke sie bald.
          other Ich denke darüber nach und melde mich.
        approval plain
          yes Ja, das passt.
          no Das passt mir leider nicht.
          other Ich überlege es mir und melde mich.
        confirmation plain
          yes Ja, das bestätige ich gerne.
          other Ich prüfe es und melde mich.
        call plain
          yes Gerne, ich rufe gleich an.
          no Ich kann gerade nicht sprechen. Geht es auch später?
        review deadline
          yes Gerne, ich schaue es mir {deadline} an.
          no Leider schaffe ich es nicht {deadline}.
          other Hätte es auch etwas länger Zeit?
        review plain
          yes Gerne, ich schaue es mir an und melde mich.
          no Leider habe ich im Moment keine Zeit dafür.
          other Bis wann wird es gebraucht?
        sending deadline
          yes Gerne, ich schicke es {deadline}.
          no Leider schaffe ich es nicht {deadline}.
          other Hätte es auch etwas länger Zeit?
        sending plain
          yes Gerne, ich schicke es gleich.
          no Leider geht das im Moment nicht.
          other Bis wann wird es gebraucht?
        favour deadline
          yes Gerne, ich erledige das {deadline}.
          no Leider schaffe ich es nicht {deadline}.
          other Hätte es auch etwas länger Zeit?
        favour plain
          yes Gerne, ich kümmere mich darum.
          no Leider geht das im Moment nicht.
          other Bis wann wird es gebraucht?
        received plain
          yes Ja, ist angekommen, danke.
          no Nein, noch nicht.
        open plain
          other Ich schaue nach und melde mich.
        cancelling plain
          yes Kein Problem, danke für die Nachricht.
          other Kein Problem. Finden wir einen anderen Termin?
        late plain
          yes Kein Problem, bis gleich!
        congratulation plain
          yes Vielen Dank!
        birthday plain
          yes Vielen Dank für die Glückwünsche!
        welcome plain
          yes Vielen Dank, ich freue mich!
        attached plain
          yes Danke, ist angekommen.
          other Danke, ich schaue es mir an und melde mich.
        promise,agreement plain
          yes Super, vielen Dank!
        apology plain
          yes Kein Problem!
        reminder plain
          yes Danke für die Erinnerung.
        notice plain
          yes Danke für die Information.
        thanks plain
          yes Gern geschehen!
        offer plain
          yes Danke, das mache ich.
        farewell time
          yes Super, bis {slot}!
        farewell plain
          yes Ich freue mich!
        wishes plain
          yes Vielen Dank, gleichfalls!
        """)
}
