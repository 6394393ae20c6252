extension Language {
    static let portuguese = Language(
        "pt",
        commonWords: """
            o os as um uma eu voce tu nos e sao de do da dos das em no na para por que nao meu minha seu sua se obrigado obrigada quando
            como com ao pode podes poderia tem esta isso este ola oi muito mas anexo parabens desculpe desculpa quer queres fim tudo bem
            ou a envie
            """,
        but: "mas",
        times: portugueseTimes, patterns: portuguesePatterns, answers: portugueseAnswers,
        on: { day, text in
            switch day {
            case .weekday: (text.hasPrefix("s\u{E1}") || text.hasPrefix("d") ? "no " : "na ") + text
            case .date: "no dia " + text
            case .week: "na " + text
            case .relative: text
            }
        },
        named: { day, text in day == .date ? "dia " + text : text })

    private static let portugueseTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names(
            """
            segunda-feira terca-feira=terça-feira quarta-feira quinta-feira sexta-feira sabado=sábado domingo
            """)
        times.relative = TimeWords.names("hoje amanha=amanhã")
        times.ats = ["as", "pelas"]
        times.ons = ["na", "no"]
        times.units = ["horas", "h"]
        times.spelled = TimeWords.words("uma duas tres quatro cinco seis sete oito nove dez onze doze")
        times.deadlines = ["ate"]
        times.ors = ["ou"]
        times.ranges = ["entre", "das", "ate"]
        times.followers = ["ou", "e", "para", "pode", "esta"]
        times.at = "às"
        times.keepsAt = true
        return times
    }()

    private static let portuguesePatterns = PatternTable(
        """
        nothing:como esta|vai|estas|vao;tudo bem $ ?
        whenFree:quando ~ pode|podes|podemos|esta|tem|tens;que|qual dia|dias|horario|data|hora;a que horas
        opinion:o que acha|achas|acham|pensa|pensas;que achas|acha;a sua|tua opiniao
        confirmation:pode|podes|poderia|podia ~ confirmar;por favor ~ confirme|confirma|confirmar;confirma|confirmas ?
        approval:pode ser ?;esta|fica bem ?;tudo bem se ?;de acordo ?;concorda|concordas ?
        review:pode|podes|poderia|podia ~ rever|revisar|verificar|ver|olhar;dar uma olhada
        sending:pode|podes|poderia|podia ~ enviar|mandar|reenviar|encaminhar|enviar-me|mandar-me|enviar-nos;me envia|manda ?;envia-me|manda-me|envie-me
        call:pode|podes|poderia|podia ~ ligar|telefonar|ligar-me;liga-me|ligue-me;me liga ?
        invitation:quer|queres|querem|gostaria|gostarias ~ vir|ir|participar|jantar|almocar|tomar;vens|vem ~~ jantar|festa|almocar|connosco|comigo ?;convido|convidamos|convidar;convidado|convidada
        meeting:esta|estas ~ livre|disponivel;tem|tens ~ tempo|disponibilidade;podemos|poderiamos ~ encontrar|falar|conversar|reunir|marcar|encontrar-nos|encontrarmo-nos|nos;que tal;\
        pode ser ?;fica|da bem|jeito ?;proponho|sugiro;vamos ~ ?
        capable:pode|podes|poderia ?
        availability:tem|tens ~ tempo|disponibilidade ?;podemos|poderiamos ~ encontrar|falar|conversar|reunir ?;esta|estas ~ livre|disponivel ?
        received:recebeu|recebeste|viu|viste|leu|leste ~ ?;ja recebeu|recebeste|viu|viste
        favour:pode|podes|poderia|podia ~ fazer|preparar|reservar|trazer|ajudar|ajudar-me|adicionar|atualizar|mudar|corrigir|completar|imprimir|organizar|tratar|cuidar
        open:^ quem|onde|qual|quais|quando|quanto|quantos|quanta|quantas ?
        cancelling:tenho|temos de|que cancelar|adiar|desmarcar|remarcar;nao vou|posso|poderei|consigo ~ comparecer|ir|participar|vir
        late:atrasado|atrasada;chego|chegar ~ tarde
        congratulation:parabens
        birthday:feliz aniversario;parabens pelo ~ aniversario
        welcome:bem-vindo|bem-vinda ao|a|aos
        attached:em|segue|seguem|no anexo;anexo|anexa o|a|os|as;aqui esta|estao|vai;segue ~ anexo|anexa
        promise:vou enviar|verificar|ver|mandar|ligar|confirmar;envio|mando|confirmo ~ amanha|hoje|ja
        agreement:combinado $;por mim ~ bem;perfeito $;de acordo $;pode ser $
        apology:desculpe|desculpa|desculpem;lamento;peco desculpa|desculpas
        reminder:lembrete;lembro que;so para lembrar
        notice:para sua|tua informacao|conhecimento;informo que;queria avisar
        thanks:muito obrigado|obrigada;obrigado|obrigada;agradeco
        offer:qualquer duda|duvida|questao|coisa;nao hesite|hesites em
        farewell:ate amanha|logo|breve|sexta-feira|segunda-feira|la
        wishes:bom fim|final|feriado|natal|ano;boas festas|ferias;feliz natal|ano|pascoa
        """)

    private static let portugueseAnswers = AnswerTable(
        """
        meeting,approval time
          yes Sim, {slot} está bem para mim.
          no Infelizmente, não posso {day}.
          other Poderia ser um pouco mais tarde?
        meeting,approval day
          yes Sim, {slot} está bem para mim. A que horas?
          no Infelizmente, não posso {day}.
          other Vou ver a minha agenda e respondo em breve.
        meeting,availability plain
          yes Sim, com muito gosto. Quando seria melhor?
          no Infelizmente, neste momento não posso.
          other Vou ver a minha agenda e respondo em breve.
        whenFree plain
          other Vou ver a minha agenda e respondo em breve.
        invitation plain
          yes Com muito gosto, agradeço o convite!
          no Agradeço o convite, mas infelizmente não posso.
          other Vou ver a minha agenda e respondo em breve.
        choice two
          yes {first} é melhor para mim.
          no {second} é melhor para mim.
          other Para mim, tanto faz.
        opinion plain
          yes Está muito bem.
          no Tenho alguns comentários e envio em breve.
          other Vou pensar e respondo em breve.
        approval plain
          yes Sim, está bem para mim.
          no Infelizmente, não dá para mim.
          other Vou pensar e respondo em breve.
        confirmation plain
          yes Sim, confirmo.
          other Vou verificar e respondo em breve.
        call plain
          yes Claro, já ligo.
          no Agora não posso falar. Pode ser mais tarde?
        review plain
          yes Claro, vou ver e respondo em breve.
          no Infelizmente, neste momento não tenho tempo.
          other É para quando?
        sending plain
          yes Claro, envio em seguida.
          no Infelizmente, neste momento não posso.
          other É para quando?
        favour plain
          yes Claro, pode deixar comigo.
          no Infelizmente, neste momento não posso.
          other É para quando?
        received plain
          yes Sim, recebi.
          no Não, ainda não.
        open plain
          other Vou verificar e respondo em breve.
        cancelling plain
          yes Sem problema, agradeço o aviso.
          other Sem problema. Podemos marcar outro dia?
        late plain
          yes Sem problema, até já!
        congratulation plain
          yes Agradeço muito!
        birthday plain
          yes Agradeço muito o carinho!
        attached plain
          yes Recebido, agradeço!
          other Agradeço. Vou ver e respondo em breve.
        promise,agreement plain
          yes Perfeito, agradeço!
        apology plain
          yes Sem problema!
        reminder plain
          yes Agradeço o lembrete.
        notice plain
          yes Agradeço a informação.
        thanks plain
          yes De nada!
        farewell plain
          yes Até breve!
        wishes plain
          yes Igualmente!
        """)
}
