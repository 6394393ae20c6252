extension Language {
    static let spanish = Language(
        "es",
        commonWords: """
            el la los las un una yo tu usted es son y de del a en para por que no mi su si gracias cuando como con al puedes puede has
            ha lo te me nos hola muy esta este pero podrias podria puedo tienes tiene estas muchas adjunto felicidades siento quieres
            favor bien he hay o te parece un feliz cumpleanos todo todos
            """,
        but: "pero",
        times: spanishTimes, patterns: spanishPatterns, answers: spanishAnswers,
        on: { day, text in day == .relative ? text : day == .week ? "la " + text : "el " + text },
        named: { day, text in day == .relative ? text : day == .week ? "la " + text : "el " + text })

    private static let spanishTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names("lunes martes miercoles=miércoles jueves viernes sabado=sábado domingo")
        times.relative = TimeWords.names("hoy manana=mañana")
        times.modifiers = ["proximo"]
        times.ats = ["a", "las", "la", "sobre"]
        times.ons = ["el", "este"]
        times.units = ["h", "horas", "hs"]
        times.spelled = TimeWords.words("una dos tres cuatro cinco seis siete ocho nueve diez once doce")
        times.deadlines = ["antes"]
        times.ors = ["o"]
        times.ranges = ["entre", "de", "desde", "hasta"]
        times.followers = ["o", "te", "le", "y", "en", "para", "de"]
        times.at = "a las"
        times.keepsAt = true
        return times
    }()

    private static let spanishPatterns = PatternTable(
        """
        nothing:como estas|esta|va|te|le
        whenFree:cuando ~ puedes|puede|podemos|estas|tienes|viene|podriamos;que dia|dias|hora|horario|fecha;a que hora
        opinion:que opinas|opina|piensas|piensa|te|le parece;que te|le|os parece;que opinas|opina;tu|su opinion
        confirmation:confirma|confirmame|confirmar|confirmeme por favor;por favor ~ confirma|confirmar|confirme|confirmame;puedes|puede|podrias|podria ~ confirmar|confirmarme;me confirmas|confirma ?
        approval:te|le|os parece bien ?;te|le|os va|viene bien ?;esta bien ?;de acuerdo ?;te|le parece ?
        review:puedes|puede|podrias|podria ~ revisar|revisarlo|mirar|mirarlo|echar|comprobar;por favor ~ revisa|revise|revisar;echarle un vistazo
        sending:puedes|puede|podrias|podria ~ enviar|enviarme|mandar|mandarme|reenviar|reenviarme|enviarnos|mandarnos|pasarme;me envias|mandas|pasas ?;enviame|mandame|envieme|pasame
        call:puedes|puede|podrias|podria ~ llamar|llamarme;llamame|llameme;me llamas ?
        invitation:quieres|quiere|quereis|te gustaria|apetece venir|ir|unirte|cenar|comer|tomar|participar;te gustaria|apetece;le gustaria venir|participar|unirse;te apuntas ?;te|le|os invito|invitamos;vienes ~~ fiesta|cenar|comer|cine|conmigo|nosotros ?
        meeting:estas|esta ~ libre|disponible;te|le|os viene|va|parece bien;tienes|tiene ~ tiempo|hueco|disponibilidad;quedamos ?;podemos|podriamos ~ vernos|hablar|quedar|reunirnos|encontrarnos;\
        nos vemos ?;te parece ?;propongo;que tal el|este|manana|hoy
        capable:puedes|puede|podrias|podria ?
        availability:tienes|tiene ~ tiempo|hueco|disponibilidad ?;podemos|podriamos ~ vernos|hablar|quedar|reunirnos ?;estas|esta ~ libre|disponible ?
        received:has|ha|habeis ~ recibido|visto|leido;recibiste|recibio|viste|leiste ~ ?;te|le llego ?
        favour:puedes|puede|podrias|podria ~ hacer|preparar|reservar|traer|ayudar|ayudarme|anadir|actualizar|cambiar|corregir|completar|imprimir|encargarte|organizar
        open:^ quien|donde|cual|cuales|cuando|cuanto|cuantos|cuanta|cuantas ?
        cancelling:tengo|tenemos que cancelar|aplazar|posponer;no podre|podemos|puedo ir|asistir|llegar|venir
        late:llego|llegare|voy ~ tarde;con retraso
        congratulation:felicidades|enhorabuena|felicitaciones
        birthday:feliz cumpleanos
        welcome:bienvenido|bienvenida al|a
        attached:adjunto|adjunta|te|le envio|mando|adjunto;adjunto|adjunta;aqui esta|tienes|van|va;te|le envio|mando
        promise:te|le|os llamo|aviso|confirmo|respondo|escribo;lo envio|mando|reviso|miro
        agreement:me parece bien|perfecto|genial;me viene|va bien;perfecto $;de acuerdo $;vale $
        apology:lo siento|lamento;perdon|perdona|disculpa|disculpe|disculpas
        reminder:te|le|os recuerdo;recordatorio
        notice:para tu|su informacion;te|le|os informo|aviso|comento;queria avisarte|avisarle|decirte
        thanks:muchas|muchisimas|mil gracias;gracias
        offer:cualquier duda|pregunta|cosa;no dudes|dude en
        farewell:nos vemos;hasta manana|luego|pronto|lunes|el
        wishes:buen fin|finde;felices fiestas|vacaciones|pascuas;feliz navidad|ano;buenas vacaciones;buen viaje
        """)

    private static let spanishAnswers = AnswerTable(
        """
        meeting,approval time
          yes Sí, {slot} me viene bien.
          no Lo siento, {day} no puedo.
          other ¿Podría ser un poco más tarde?
        meeting,approval day
          yes Sí, {slot} me viene bien. ¿A qué hora?
          no Lo siento, {day} no puedo.
          other Miro mi agenda y respondo pronto.
        meeting,availability plain
          yes Sí, perfecto. ¿Cuándo sería mejor?
          no Lo siento, ahora no me es posible.
          other Miro mi agenda y respondo pronto.
        whenFree plain
          other Miro mi agenda y respondo pronto.
        invitation plain
          yes ¡Con mucho gusto, gracias por la invitación!
          no Gracias por la invitación, pero no podré ir.
          other Miro mi agenda y respondo pronto.
        choice two
          yes {first} me viene mejor.
          no {second} me viene mejor.
          other Me vienen bien los dos.
        opinion plain
          yes Me parece muy bien.
          no Tengo algunos comentarios, los envío pronto.
          other Lo pienso y respondo pronto.
        approval plain
          yes Sí, me parece bien.
          no Lo siento, no me viene bien.
          other Lo pienso y respondo pronto.
        confirmation plain
          yes Sí, confirmado.
          other Lo compruebo y respondo pronto.
        call plain
          yes Claro, llamo enseguida.
          no Ahora no puedo hablar. ¿Puede ser más tarde?
        review plain
          yes Claro, lo reviso y respondo pronto.
          no Lo siento, ahora mismo no tengo tiempo.
          other ¿Para cuándo hace falta?
        sending plain
          yes Claro, lo envío enseguida.
          no Lo siento, ahora mismo no puedo.
          other ¿Para cuándo hace falta?
        favour plain
          yes Claro, me encargo.
          no Lo siento, ahora mismo no puedo.
          other ¿Para cuándo hace falta?
        received plain
          yes Sí, lo he recibido, gracias.
          no No, todavía no.
        open plain
          other Lo compruebo y respondo pronto.
        cancelling plain
          yes No hay problema, gracias por avisar.
          other No hay problema. ¿Buscamos otro momento?
        late plain
          yes No hay problema, ¡hasta ahora!
        congratulation plain
          yes ¡Muchas gracias!
        birthday plain
          yes ¡Muchas gracias por la felicitación!
        welcome plain
          yes ¡Muchas gracias por la bienvenida!
        attached plain
          yes Gracias, recibido.
          other Gracias, lo miro y respondo pronto.
        promise,agreement plain
          yes ¡Perfecto, muchas gracias!
        apology plain
          yes ¡No hay problema!
        reminder plain
          yes Gracias por el recordatorio.
        notice plain
          yes Gracias por la información.
        thanks plain
          yes ¡De nada!
        offer plain
          yes Gracias, así lo haré.
        farewell plain
          yes ¡Hasta pronto!
        wishes plain
          yes ¡Gracias, igualmente!
        """)
}
