/// The German table of words and of fixed replies. `Language` describes the notation.
let germanWords = """
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
    """
