/// The German table of lines that end the text of a message, and of mail that gets no suggestion. `Language` describes
/// the notation.
let germanTextEndAndNoReplyRules = """
    close: viele|liebe|beste|schöne|herzliche|freundliche grüße; mit freundlichen grüßen; gruß|grüße; lg|vg|mfg; danke;
      vielen dank; bis dann; alles gute
    cut: ursprüngliche nachricht; von meinem iphone; gesendet von
    stop: gestorben|verstorben|beerdigung|krebs|krankenhaus|kündigung|gekündigt|scheidung|trauer|beileid|anwalt;
      beschwerde|enttäuscht|passwort|abwesenheit|abmelden; nicht im büro; automatische antwort
    """
