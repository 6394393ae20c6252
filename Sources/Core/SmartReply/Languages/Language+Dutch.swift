extension Language {
    static let dutch = Language(
        "nl",
        commonWords: """
            de het een ik jij je u we is zijn en van in op aan voor dat dit niet mijn jouw uw als bedankt wanneer hoe met te kun kan
            kunt heb heeft hebt ook nog maar om naar bij wil zou kunnen graag hoi bijlage hartelijk gefeliciteerd groeten sorry of
            schikt zin wat er
            """,
        clauseWords: "ik je jij u hij ze zij we wij jullie wie wat waar waarom is zijn was heeft", but: "maar",
        times: dutchTimes, patterns: dutchPatterns, answers: dutchAnswers,
        on: { day, text in day == .date ? "op " + text : text })

    private static let dutchTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag")
        times.relative = TimeWords.names("vandaag morgen overmorgen vanavond vanmiddag")
        times.modifiers = ["volgende", "aanstaande", "komende", "deze"]
        times.parts = ["ochtend", "middag", "avond"]
        times.weeks = ["week", "maand"]
        times.ats = ["om", "rond"]
        times.ons = ["op"]
        times.units = ["uur", "u"]
        times.spelled = TimeWords.words("een twee drie vier vijf zes zeven acht negen tien elf twaalf")
        times.deadlines = ["uiterlijk", "voor"]
        times.ors = ["of"]
        times.ranges = ["tussen", "van", "tot", "vanaf"]
        times.followers = ["of", "uit", "en", "goed", "morgen"]
        times.at = "om"
        times.unit = "uur"
        return times
    }()

    private static let dutchPatterns = PatternTable(
        """
        nothing:hoe gaat|is het;alles goed ?
        whenFree:wanneer ~~ kun|kan|schikt|past|heb|kunnen|komt;welke dag|datum|tijd|dagen;hoe laat
        opinion:wat vind|denk je;wat vindt|denkt u;wat vinden jullie;jouw|je|uw mening
        confirmation:kun|kunt|kan je|u|jij ~~ bevestigen;graag ~~ bevestiging|bevestigen;bevestig ~~ even|alsjeblieft
        approval:is dat|dit|het ~~ goed|oke|ok|akkoord ?;komt|schikt dat|het ~~ ?;past dat ~~ ?;akkoord ?;vind je|u dat goed
        review:kun|kunt|kan|wil|zou je|u|jij ~~ nakijken|bekijken|controleren|doornemen|lezen;kun|kunt je|u ~~ nakijken|bekijken|controleren|doornemen;wil je ~~ nakijken|bekijken
        sending:kun|kunt|kan|wil|wilt|zou je|u|jij ~~ sturen|opsturen|doorsturen|mailen|toesturen;kun|kunt|kan|wil|wilt|zou je|u|jij ~~ sturen|opsturen|doorsturen|mailen|toesturen;stuur je ~~ ?;stuur mij|me|ons
        call:kun|kunt|kan|wil je|u|jij ~~ bellen|terugbellen;bel me|mij;bel je ~~ ?
        invitation:heb je|jullie ~~ zin;zin om ~~ ?;wil je|jij|jullie ~~ komen|mee|meedoen;kom|komen je|jij|jullie ~~ ook|mee|eten|langs ?;nodigen|nodig je|u|jullie;uitgenodigd
        meeting:^ past|schikt|lukt ~~ ?;^ komt ~~ uit ?;^ is|zou ~~ goed|mogelijk|oke ?;heb|hebt je|u ~~ tijd;ben je ~~ beschikbaar|vrij;bent u ~~ beschikbaar|vrij;kunnen|zullen we ~~ afspreken|bellen|praten|zien|meeten;zullen we ?;kunnen we ?;\
        wat dacht|denk je van;stel|stellen ~~ voor
        capable:kun|kunt|kan je|u|jij ?
        availability:heb|hebt|hebben je|u|jullie ~~ tijd ?;kunnen|zullen we ~~ afspreken|bellen|praten;ben je ~~ beschikbaar|vrij ?
        received:heb|hebt je|u ~~ ontvangen|gekregen|gezien|gelezen;heb|hebt je|u ~~ ontvangen|gekregen|gezien|gelezen
        favour:kun|kunt|kan|wil|wilt|zou je|u|jij ~~ helpen|doen|regelen|maken|meenemen|boeken|reserveren|aanpassen|toevoegen|invullen|printen|voorbereiden;kun|kunt|kan|wil|zou je|u|jij ~~ regelen|maken|meenemen|boeken|reserveren|aanpassen|toevoegen|invullen
        open:^ wie|waar|welke|wanneer ?;^ hoeveel ?
        cancelling:moet|moeten ~~ afzeggen|annuleren|verzetten|uitstellen;kan|kunnen helaas niet;red het ~~ niet
        late:ben|kom ~~ later|laat;minuten later
        congratulation:gefeliciteerd|proficiat;goed gedaan
        birthday:gefeliciteerd met je|uw verjaardag;fijne verjaardag
        welcome:welkom bij|in
        attached:in de bijlage;bijgevoegd|bijgesloten;hierbij de|het|een|stuur;hier is|zijn de|het
        promise:ik stuur|bel|laat|kijk|regel|zorg|kom
        agreement:klinkt goed;dat is goed|prima;prima $;akkoord $;komt mij goed uit;dat past
        apology:sorry|excuses;het spijt me;neem me niet kwalijk
        reminder:herinnering;herinner je|u
        notice:ter info|informatie|kennisgeving;wilde je|u ~~ laten weten;even laten weten
        thanks:bedankt|dankjewel|dankuwel;dank je|u;hartelijk dank;heel erg bedankt
        offer:mocht je|u ~~ vragen;als je|u ~~ vragen;laat het ~~ weten als
        farewell:tot morgen|dan|ziens|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|snel;kijk ernaar uit
        wishes:fijn|prettig weekend;fijne|prettige feestdagen|vakantie|kerst|dag|avond;gelukkig nieuwjaar;vrolijk kerstfeest|pasen
        """)

    private static let dutchAnswers = AnswerTable(
        """
        meeting,approval time
          yes Ja, {slot} komt mij goed uit.
          no Helaas kan ik {day} niet.
          other Kan het ook iets later?
        meeting,approval day
          yes Ja, {slot} komt mij goed uit. Hoe laat?
          no Helaas kan ik {day} niet.
          other Ik kijk in mijn agenda en laat het weten.
        meeting week
          yes Ja, {slot} komt mij goed uit. Welke dag is het beste?
          no Helaas kan ik {slot} niet.
          other Ik kijk in mijn agenda en laat het weten.
        meeting,availability plain
          yes Ja, graag. Wanneer komt het het beste uit?
          no Helaas komt het mij nu niet goed uit.
          other Ik kijk in mijn agenda en laat het weten.
        whenFree plain
          other Ik kijk in mijn agenda en laat het weten.
        invitation plain
          yes Heel graag, bedankt voor de uitnodiging!
          no Bedankt voor de uitnodiging, maar helaas kan ik niet.
          other Ik kijk in mijn agenda en laat het weten.
        choice two
          yes {first} komt mij het beste uit.
          no {second} komt mij het beste uit.
          other Beide zijn goed voor mij.
        opinion plain
          yes Ziet er goed uit.
          no Ik heb een paar opmerkingen en stuur ze binnenkort.
          other Ik denk erover na en laat het weten.
        approval plain
          yes Ja, dat is goed.
          no Dat komt mij helaas niet goed uit.
          other Ik denk erover na en laat het weten.
        confirmation plain
          yes Ja, bij dezen bevestigd.
          other Ik kijk het na en laat het weten.
        call plain
          yes Natuurlijk, ik bel zo.
          no Ik kan nu niet praten. Kan het ook later?
        review plain
          yes Natuurlijk, ik kijk ernaar en laat het weten.
          no Helaas heb ik daar nu geen tijd voor.
          other Wanneer moet het klaar zijn?
        sending plain
          yes Natuurlijk, ik stuur het zo.
          no Helaas lukt dat nu niet.
          other Wanneer moet het er zijn?
        favour plain
          yes Natuurlijk, ik regel het.
          no Helaas lukt dat nu niet.
          other Wanneer moet het klaar zijn?
        received plain
          yes Ja, ontvangen, bedankt.
          no Nee, nog niet.
        open plain
          other Ik kijk het na en laat het weten.
        cancelling plain
          yes Geen probleem, bedankt voor het bericht.
          other Geen probleem. Zullen we een ander moment zoeken?
        late plain
          yes Geen probleem, tot zo!
        congratulation plain
          yes Heel erg bedankt!
        birthday plain
          yes Heel erg bedankt voor de felicitatie!
        welcome plain
          yes Bedankt, ik heb er zin in!
        attached plain
          yes Bedankt, ontvangen.
          other Bedankt, ik kijk ernaar en laat het weten.
        promise,agreement plain
          yes Top, bedankt!
        apology plain
          yes Geen probleem!
        reminder plain
          yes Bedankt voor de herinnering.
        notice plain
          yes Bedankt voor de informatie.
        thanks plain
          yes Graag gedaan!
        offer plain
          yes Bedankt, dat zal ik doen.
        farewell plain
          yes Tot dan!
        wishes plain
          yes Bedankt, insgelijks!
        """)
}
