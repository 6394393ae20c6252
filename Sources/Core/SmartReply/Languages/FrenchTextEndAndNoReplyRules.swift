/// The French table of lines that end the text of a message, and of mail that gets no suggestion. `Language` describes
/// the notation.
let frenchTextEndAndNoReplyRules = """
    close: cordialement; bien cordialement; bien à vous|toi; amitiés|amicalement|bises|salutations; merci;
      merci d'avance; à bientôt; bonne journée
    cut: message d'origine; envoyé de mon
    stop: décès|décédé|décédée|obsèques|funérailles|hôpital|licenciement|avocat|plainte|déçu|mot de passe;
      absence du bureau; réponse automatique; se désinscrire
    """
