/// The Spanish table of lines that end the text of a message, and of mail that gets no suggestion. `Language` describes
/// the notation.
let spanishTextEndAndNoReplyRules = """
    close: un saludo|abrazo; saludos|abrazos|cordialmente|atentamente|gracias
    cut: mensaje original; enviado desde mi
    stop: falleció|murió|funeral|hospital|abogado|despido|queja|contraseña; fuera de la oficina; respuesta automática;
      darse de baja
    """
