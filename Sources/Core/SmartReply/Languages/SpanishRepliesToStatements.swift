/// The Spanish table of statements. `Language` describes the notation.
let spanishRepliesToStatements = """
    tell cancelling: tengo|tenemos que cancelar|aplazar|posponer; no podré|podemos|puedo ir|asistir|llegar|venir
      = No hay problema, gracias por avisar. | - | No hay problema. ¿Buscamos otro momento?
    tell late: llego|llegaré|voy ~ tarde; con retraso = No hay problema, ¡hasta ahora! =on Gracias por la información.
    tell congratulation: felicidades|enhorabuena|felicitaciones = ¡Muchas gracias!
    tell birthday: feliz cumpleaños = ¡Muchas gracias por la felicitación!
    tell welcome: bienvenido|bienvenida al|a = ¡Muchas gracias por la bienvenida!
    tell attached: adjunto|adjunta; YOU envío|mando; aquí está|tienes|van|va
      = Gracias, recibido. | - | Gracias, lo miro y respondo pronto.
    skip: perfecto|gracias|lo ... pero
    tell promise: YOU llamo|aviso|confirmo|respondo|escribo; lo envío|mando|reviso|miro; me parece bien|perfecto|genial;
      me viene|va bien; perfecto|vale $; de acuerdo $ = ¡Perfecto, muchas gracias!
    tell apology: lo siento|lamento; perdón|perdona|disculpa|disculpe|disculpas = ¡No hay problema!
    tell reminder: YOU recuerdo; recordatorio = Gracias por el recordatorio.
    tell notice: para tu|su información; YOU informo|comento; quería avisarte|avisarle|decirte
      = Gracias por la información.
    skip: gracias ... mensaje|respuesta|pedido|paciencia|interés|antemano
    tell thanks: muchas|muchísimas|mil gracias; gracias = ¡De nada!
    tell offer: cualquier duda|pregunta|cosa; no dudes|dude en = Gracias, así lo haré.
    tell farewell: nos vemos; hasta luego|pronto; hasta (el) @ = ¡Hasta pronto!
    tell wishes: buen fin|finde|viaje; felices|buenas fiestas|vacaciones|pascuas; feliz navidad|año
      = ¡Gracias, igualmente!
    """
