extension Language {
    static let italian = Language(
        "it",
        commonWords: """
            il lo la gli le un una io tu lei e sono di del della a in per che non mi ti ci si grazie quando come con al puoi puo hai ha
            ho ciao questo questa va bene sei potresti potrebbe allegato buongiorno cosa mille scusa dispiace vuoi congratulazioni
            da alle o nel per te
            """,
        but: "ma",
        times: italianTimes, patterns: italianPatterns, answers: italianAnswers,
        on: { day, text in day == .date ? "il " + text : text },
        named: { day, text in day == .date ? "il " + text : text })

    private static let italianTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names(
            "lunedi=lunedì martedi=martedì mercoledi=mercoledì giovedi=giovedì venerdi=venerdì sabato domenica")
        times.relative = TimeWords.names("oggi domani dopodomani stasera")
        times.modifiers = ["prossimo", "prossima"]
        times.parts = ["mattina", "pomeriggio", "sera"]
        times.ats = ["alle", "all'", "verso"]
        times.ons = ["il", "per"]
        times.units = ["h"]
        times.named = ["mezzogiorno"]
        times.spelled = TimeWords.words("due tre quattro cinque sei sette otto nove dieci undici dodici")
        times.deadlines = ["entro"]
        times.ors = ["o", "oppure"]
        times.ranges = ["tra", "fra", "dalle", "fino"]
        times.followers = ["o", "oppure", "ti", "le", "va", "e", "per"]
        times.at = "alle"
        times.keepsAt = true
        return times
    }()

    private static let italianPatterns = PatternTable(
        """
        nothing:come va|stai|sta|state
        whenFree:quando ~ sei|puoi|possiamo|hai|va|potresti;che|quale giorno|ora|data|giorni;a che ora
        opinion:cosa|che ne pensi|pensa|dici|dice|pensate;che|cosa pensi|pensa;tuo|suo parere
        confirmation:puoi|puo|potresti|potrebbe ~ confermare|confermarmi;mi confermi|conferma ?;per favore ~ conferma|confermami|confermare
        approval:ti|le|vi va bene ?;va bene ?;per te|lei va bene ?;d'accordo ?;ti|le sta bene ?
        review:puoi|puo|potresti|potrebbe ~ controllare|rivedere|dare|guardare|verificare|leggere;dare un'occhiata
        sending:puoi|puo|potresti|potrebbe ~ mandare|mandarmi|inviare|inviarmi|inoltrare|inoltrarmi|spedirmi|mandarci|inviarci;mi mandi|invii|manda|invia ?;mandami|inviami
        call:puoi|puo|potresti|potrebbe ~ chiamare|chiamarmi|richiamare|richiamarmi;chiamami;mi chiami ?
        invitation:vuoi|vuole|volete|vorresti venire|partecipare|unirti|cenare;ti|le|vi va di;ti|vi piacerebbe;ti|vi|la invito|invitiamo;vieni|venite ~~ cena|festa|pranzo|cinema|noi|me ?;sei|siete dei nostri
        meeting:sei|e|siete ~ libero|libera|liberi|disponibile|disponibili;ti|le|vi va|andrebbe bene;hai|ha|avete ~ tempo;ci vediamo ?;possiamo|potremmo ~ vederci|sentirci|parlare|incontrarci;\
        che ne dici|dice di;facciamo ?;propongo;va bene ?
        capable:puoi|puo|potresti|potrebbe ?
        availability:hai|ha|avete ~ tempo ?;possiamo|potremmo ~ vederci|sentirci|parlare|incontrarci ?;sei|siete ~ libero|libera|liberi|disponibile|disponibili ?
        received:hai|ha|avete ~ ricevuto|visto|letto
        favour:puoi|puo|potresti|potrebbe ~ fare|preparare|prenotare|portare|aiutare|aiutarmi|aggiungere|aggiornare|cambiare|correggere|completare|stampare|occuparti|organizzare
        open:^ chi|dove|quale|quali|quando|quanto|quanti|quanta|quante ?
        cancelling:devo|dobbiamo ~ annullare|rimandare|spostare|disdire;non posso|riesco|potro|riusciro (piu|a) venire|partecipare|esserci
        late:sono|in arrivo|arrivo ~ ritardo;in ritardo
        congratulation:congratulazioni|complimenti|bravissimo|bravissima
        birthday:buon compleanno;tanti auguri
        welcome:benvenuto|benvenuta nel|in|a|tra
        attached:in allegato;ti|le|vi allego|invio|mando;allego|allegato|allegata;ecco il|la|i|le|lo
        promise:ti|le|vi chiamo|faccio|scrivo|rispondo|confermo|aggiorno;me ne occupo;lo mando|invio|controllo
        agreement:per me va bene;va benissimo;perfetto $;d'accordo $;va bene $;ottimo $
        apology:mi dispiace|scuso;scusa|scusami|scusi|scusate;chiedo scusa
        reminder:ti|le|vi ricordo;promemoria
        notice:per tua|sua informazione|conoscenza;ti|le|vi informo|avviso|segnalo;volevo avvisarti|dirti|informarti
        thanks:grazie
        offer:per qualsiasi|qualunque domanda|dubbio|cosa|necessita;non esitare|esiti a
        farewell:ci vediamo;a domani|presto|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica;non vedo l'ora
        wishes:buon fine|weekend|natale|anno|viaggio;buone vacanze|feste;buona pasqua
        """)

    private static let italianAnswers = AnswerTable(
        """
        meeting,approval time
          yes Sì, {slot} per me va bene.
          no Purtroppo {day} non posso.
          other Sarebbe possibile un po' più tardi?
        meeting,approval day
          yes Sì, {slot} per me va bene. A che ora?
          no Purtroppo {day} non posso.
          other Controllo l'agenda e rispondo presto.
        meeting,availability plain
          yes Sì, volentieri. Quando sarebbe meglio?
          no Purtroppo in questo periodo non posso.
          other Controllo l'agenda e rispondo presto.
        whenFree plain
          other Controllo l'agenda e rispondo presto.
        invitation plain
          yes Molto volentieri, grazie per l'invito!
          no Grazie per l'invito, ma purtroppo non posso.
          other Controllo l'agenda e rispondo presto.
        choice two
          yes Meglio {first}.
          no Meglio {second}.
          other Per me vanno bene entrambi.
        opinion plain
          yes Mi sembra ottimo.
          no Ho qualche osservazione, la mando presto.
          other Ci penso e rispondo presto.
        approval plain
          yes Sì, per me va bene.
          no Purtroppo per me non va bene.
          other Ci penso e rispondo presto.
        confirmation plain
          yes Sì, confermo.
          other Controllo e rispondo presto.
        call plain
          yes Certo, chiamo subito.
          no Adesso non posso parlare. Va bene più tardi?
        review plain
          yes Certo, do un'occhiata e rispondo presto.
          no Purtroppo al momento non ho tempo.
          other Per quando serve?
        sending plain
          yes Certo, lo mando subito.
          no Purtroppo al momento non posso.
          other Per quando serve?
        favour plain
          yes Certo, me ne occupo io.
          no Purtroppo al momento non posso.
          other Per quando serve?
        received plain
          yes Sì, ricevuto, grazie.
          no No, non ancora.
        open plain
          other Controllo e rispondo presto.
        cancelling plain
          yes Nessun problema, grazie per l'avviso.
          other Nessun problema. Troviamo un altro momento?
        late plain
          yes Nessun problema, a tra poco!
        congratulation plain
          yes Grazie mille!
        birthday plain
          yes Grazie mille per gli auguri!
        welcome plain
          yes Grazie mille per l'accoglienza!
        attached plain
          yes Grazie, ricevuto.
          other Grazie, do un'occhiata e rispondo presto.
        promise,agreement plain
          yes Perfetto, grazie mille!
        apology plain
          yes Nessun problema!
        reminder plain
          yes Grazie per il promemoria.
        notice plain
          yes Grazie per l'informazione.
        thanks plain
          yes Prego, è stato un piacere!
        offer plain
          yes Grazie, lo farò senz'altro.
        farewell plain
          yes A presto!
        wishes plain
          yes Grazie, altrettanto!
        """)
}
