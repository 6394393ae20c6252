/// The Spanish table of questions and requests. `Language` describes the notation.
let spanishRepliesToQuestionsAndRequests = """
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
    """
