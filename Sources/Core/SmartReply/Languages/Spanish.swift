/// The Spanish table. `Language` describes the notation.
let spanishTable = """
    common: el la los las un una yo tú usted es son y de del a en para por que no mi su si gracias cuando como con al
      puedes puede has ha lo te me nos hola muy está este pero podrías podría puedo tienes tiene estás muchas adjunto
      felicidades siento quieres favor bien he hay o parece feliz cumpleaños todo todos vale bueno además también sí
    and: y e pero; or: o; regret: lamentablemente lamentamos
    yes: sí claro vale perfecto genial bien; no: no lo siento
    greet: hola buenos buenas estimado estimada querido querida
    polite: y a todos todas días tardes noches don doña señor señora amigo amiga amigos mamá papá
    wrote: escribió; header: de enviado fecha para asunto
    days: lunes martes miércoles jueves viernes sábado domingo; soon: hoy mañana; next: próximo
    months: enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    at: a las la sobre; links: el este; by: antes; range: entre de desde hasta; units: h horas hs
    hours: una dos tres cuatro cinco seis siete ocho nueve diez once doce
    ON time: a las; ON weekday: el; ON next: el; ON date: el
    AS time: a las; AS weekday: el; AS next: el; AS date: el
    CAN: puedes puede podrías podría
    YOU: te le os
    DO: hacer preparar reservar traer ayudar ayudarme añadir actualizar cambiar corregir completar imprimir encargarte
      organizar
    CALENDAR: Miro mi agenda y respondo pronto.
    CHECK: Lo compruebo y respondo pronto.
    THINK: Lo pienso y respondo pronto.
    WHEN: ¿Para cuándo hace falta?
    close: un saludo|abrazo; saludos|abrazos|cordialmente|atentamente|gracias
    cut: mensaje original; enviado desde mi
    stop: falleció|murió|funeral|hospital|abogado|despido|queja|contraseña; fuera de la oficina; respuesta automática;
      darse de baja
    skip: cómo estás|está|va|te|le
    ask whenFree: cuándo ~ puedes|puede|podemos|estás|tienes|viene|podríamos; qué día|días|hora|horario|fecha;
      a qué hora = - | - | CALENDAR
    ask opinion: qué opinas|opina|piensas|piensa; qué YOU parece; tu|su opinión
      = Me parece muy bien. | Tengo algunos comentarios, los envío pronto. | THINK
    ask confirmation: confirma|confírmame|confirmar|confírmeme por favor;
      por favor ~ confirma|confirmar|confirme|confírmame; CAN ~ confirmar|confirmarme; me confirmas|confirma ?
      = Sí, confirmado. | - | CHECK
    ask approval: YOU parece (bien) ?; YOU va|viene bien ?; está bien ?; de acuerdo ?
      = Sí, me parece bien. | Lo siento, no me viene bien. | THINK
    task review: CAN ~ revisar|revisarlo|mirar|mirarlo|echar|comprobar; por favor ~ revisa|revise|revisar;
      echarle un vistazo = Claro, lo reviso y respondo pronto. | Lo siento, ahora mismo no tengo tiempo. | ?WHEN
    task sending: CAN ~ enviar|enviarme|mandar|mandarme|reenviar|reenviarme|enviarnos|mandarnos|pasarme;
      me envías|mandas|pasas ?; envíame|mándame|envíeme|pásame
      = Claro, lo envío enseguida. | Lo siento, ahora mismo no puedo. | ?WHEN
    ask call: CAN ~ llamar|llamarme; llámame|llámeme; me llamas ?
      =none Claro, llamo enseguida. | Ahora no puedo hablar. ¿Puede ser más tarde?
    ask invitation: quieres|quiere|queréis ~ venir|ir|unirte|cenar|comer|tomar|participar;
      YOU gustaría|apetece|invito|invitamos; te apuntas ?; vienes ... fiesta|cenar|comer|cine|conmigo|nosotros ?
      = ¡Con mucho gusto, gracias por la invitación! | Gracias por la invitación, pero no podré ir. | CALENDAR
    time meeting: YOU viene|va|parece bien; quedamos ?; nos vemos ?; te parece ?; propongo; qué tal el|este|mañana|hoy;
      CAN (el|este|a) (las|la) @ $ ?
      =time Sí, {slot} me viene bien. | Lo siento, {day} no puedo. | ¿Podría ser un poco más tarde?
      =day Sí, {slot} me viene bien. ¿A qué hora? | Lo siento, {day} no puedo. | CALENDAR
      =none Sí, perfecto. ¿Cuándo sería mejor? | Lo siento, ahora no me es posible. | CALENDAR
    ask meeting: tienes|tiene ~ tiempo|hueco|disponibilidad ?;
      podemos|podríamos ~ vernos|hablar|quedar|reunirnos|encontrarnos ?; estás|está ~ libre|disponible ?
    ask choice: prefieres|prefiere ? =two {first} me viene mejor. | {second} me viene mejor. | Me vienen bien los dos.
    ask received: has|ha|habéis ~ recibido|visto|leído; recibiste|recibió|viste|leíste ~ ?; YOU llegó ?
      = Sí, lo he recibido, gracias. | No, todavía no.
    task favour: CAN ~ DO = Claro, me encargo. | Lo siento, ahora mismo no puedo. | ?WHEN
    ask open: ^ quién|dónde|cuál|cuáles|cuándo|cuánto|cuántos|cuánta|cuántas ? = - | - | CHECK
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
