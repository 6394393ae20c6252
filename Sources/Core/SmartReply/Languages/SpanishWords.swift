/// The Spanish table of words and of fixed replies. `Language` describes the notation.
let spanishWords = """
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
    """
