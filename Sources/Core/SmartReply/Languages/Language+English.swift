extension Language {
    static let english = Language(
        "en",
        commonWords: """
            a an i you we is are was were to of and in on at for it this that do does did can could would will have has be been with
            your my me if let please thanks thank what when how not so just any know i'm i'll i've you're it's don't the from our us
            they there about would could should hello hi hey sorry great good see work works by or all but best dear let's hope
            congratulations congrats attached confirmed thx late running birthday happy want
            """,
        clauseWords:
            "i you he she it we they what what's where who why which is are was were do does did has have will",
        but: "but",
        times: englishTimes, patterns: englishPatterns, answers: englishAnswers,
        on: { day, text in
            switch day {
            case .date: "on " + text
            case .weekday: text.hasPrefix("next ") || text.hasPrefix("this ") ? text : "on " + text
            case .relative, .week: text
            }
        })

    private static let englishTimes: TimeWords = {
        var times = TimeWords()
        times.weekdays = TimeWords.names(
            """
            monday=Monday tuesday=Tuesday wednesday=Wednesday thursday=Thursday friday=Friday saturday=Saturday sunday=Sunday
            tues=Tuesday thurs=Thursday weds=Wednesday
            """)
        times.relative = TimeWords.names("today tomorrow tonight")
        times.modifiers = ["next", "this"]
        times.parts = ["morning", "afternoon", "evening", "night", "lunchtime", "weekend"]
        times.weeks = ["week", "month"]
        times.ats = ["at", "around", "@"]
        times.ons = ["on", "for", "the"]
        times.units = ["am", "pm", "a.m", "p.m", "o'clock", "oclock"]
        times.named = ["noon", "midday"]
        times.spelled = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ]
        times.deadlines = ["by", "until", "before", "till"]
        times.ors = ["or"]
        times.ranges = ["between", "from", "until", "till", "before", "after"]
        times.followers = [
            "on", "for", "or", "work", "works", "ok", "okay", "tomorrow", "today", "in", "if", "instead", "then", "and",
            "suit", "good",
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "next", "this",
        ]
        times.at = "at"
        return times
    }()

    private static let englishPatterns = PatternTable(
        """
        nothing:how can|may i help;is|are there anything|something|anyone|anybody;^ do|does|did|has|is|can|could|would|will anyone|anybody|somebody|someone|everyone
        nothing:^ why
        open:^ where|who|whose|when's|where's|who's ?
        opinion:what do you think;what are your thoughts;your thoughts|opinion|feedback on;any thoughts|comments|feedback;thoughts $ ?;\
        let me know what you think;let me know your thoughts;what's your opinion|view|take;would love your thoughts|feedback|opinion;\
        how does ~ look|sound ?
        confirmation:please confirm;kindly confirm;can|could|would you (please) confirm;let me know to confirm
        moving:push|move|shift|reschedule|postpone ~~ to|by|until|for|from ?
        whenFree:when are|would|could|can|will you|we ~ free|available|meet|talk|speak|work|suit;when works|work|suits|suit;\
        when would ~ work|suit|be;what|which time|times|day|days|date|dates ~ works|work|suits|suit|best|convenient|suitable;\
        what|which time|day|date shall|should|can|could we;when is ~ good;your availability;let me know when you|we|you're;what time on;\
        what does your ~ look
        stillOn:still on $ ?;still on for ?
        permission:^ can|could|may|might i;is it ok|okay|alright|fine if i|we
        objection:would|do you mind if i|we;mind if i|we
        choice:prefer ~ or;would you rather;which ~ prefer|better
        approval:does|would|will that|this|it ~ work|suit ?;is that|this|it ok|okay|fine|alright ?;ok|okay|fine|good with|for you ?;\
        are you ok|okay|fine|happy|comfortable with;sound|sounds good|ok|okay ?;works for you ?;do you agree;what do you say ?;\
        let me know if that|this|it|these|those ~ works|work|suits|suit|ok|okay|fine
        review:can|could|would|will you ~ review|proofread|check;please (also) review|proofread|check;\
        can|could|would|will you ~ look|read ~ over|at|through|it;please take|have a look;take|have a look at ~ and let me know;\
        can|could|would|will you ~ have|take|give ~ look|read
        sending:can|could|would|will you ~ send|forward|share|email|mail|resend;please (also) send|forward|share|email|resend;\
        need you to send;could|would you mind sending|sharing|forwarding
        call:can|could|would|will you (please) call|ring|phone;please call|ring|phone me|us;give me|us a call|ring
        invitation:would you like to come|join|attend|visit|meet|go|have|grab|get;do you want to come|join|go|grab|meet|get|have;\
        want to come|join|grab|go|meet|get|have ?;wanna come|join|grab|go|meet|get ?;you are (all) invited;you're (all) invited;love for you to join|come|be;would love to have you;\
        invite you to;like to invite you;care to join;join us for|on|at|this|next;will|can|could you join us|me;are you coming|joining;\
        can you come|make it ?;can you come to|over;come over;hope you can come|make|join;hope you'll come|join;fancy a|going|coming|some ?
        meeting:^ does|would|will|could|do ~~ work|suit|fit $ ?;^ does|would|will|could|do ~~ work|suit|fit for|you|with|better;how|what about;are you ~ free|available|around;would you ~ be free|available;\
        can|could|shall|should we ~ meet|talk|speak|chat|discuss|catch|schedule|do|have|move|push|say;\
        let's ~ meet|talk|speak|chat|have|do|say|catch|grab|schedule|go|get|make;do you have ~ time;have you got ~ time;\
        ok|okay|good|fine|convenient for you ?;is ~ ok|okay|good|fine|convenient ?;i propose|suggest;i'd propose|suggest;\
        can|could you (maybe) do|make|meet|manage;you're free|available ?;you are free|available ?;got time ?;have time ?;free|available ~ for a|lunch|dinner|coffee ?;shall we say;i'd like to meet;\
        i would like to meet;we could meet;it would be great to meet;would love to meet;move ~ to ?;reschedule ~ to|for ?
        availability:are you ~ free|available;would you ~ be free|available;do you have ~ time to|for;have you got ~ time to|for;\
        can|could|shall|should we ~ meet|talk|speak|chat|catch;let's ~ meet|talk|speak|chat|catch;i'd like to meet;i would like to meet;\
        would love to meet;do you have time ?;got time ?
        received:did|have you (already|ever) get|got|receive|received ~ my|the|our|it|this|that|mail|email|message;\
        did|have you (already) see|seen|read ~ mail|email|message|note|draft|document|report|letter|schedule|update|invitation
        possession:do you (still|already) have a|an|the|any|your;have you got a|an|the|any
        belief:do|don't you (really) think|believe;would you say
        knowledge:do you (happen) (to) know;any idea;do you remember;are you aware
        help:can|could|would|will you (please) help;would|will you be able to help
        favour:can|could|would|will you (please) have ~ done|ready;^ would|do you mind;^ can|could|would|will you (please|kindly|maybe|possibly) take|give|add|update|change|fix|make|\
        prepare|bring|pick|book|arrange|organise|organize|set|put|sign|print|find|create|remove|delete|upload|ask|\
        complete|fill|finish|provide|order|buy|get|cover|schedule|remind|contact|reply|respond|answer|handle|run|include|write;\
        ^ please (also|kindly) help|take|give|add|update|change|fix|make|prepare|bring|pick|book|arrange|organise|organize|set|put|sign|\
        print|create|remove|delete|upload|ask|write|complete|fill|finish|provide|order|buy|cover|schedule|remind|contact|handle|run;\
        need you to;i'd appreciate it if you;it would be great if you could;would be grateful if you;would appreciate it if you
        doneThat:^ have you ~ ?
        didThat:^ did you ?
        beThere:^ are you ?
        willDo:^ will you ?
        status:any update|updates|news|progress ?;where do we stand;update me on
        together:^ shall|should we ?;^ can|could we ?
        wellbeing:how are you|things;how's it going;how is it going;how is everything;how have you been;hope you are|re well|doing;hope you're well|doing
        howWas:how was|were your
        plain:^ is|are|was|were|does|has the|there|it|this|that|he|she|they|we|everything|everyone ?;^ do|did|have we|they ?
        open:can|could|would|will you (please) tell|let me|us;can|could you (please) explain|clarify;^ who|what|where|which ?;^ how much|many|long|far ?;^ when is|are|was|does|do|will|did|can|should ?;how do|does|can|should ?
        cancelling:have|need to cancel|reschedule|postpone;can't|cannot make it|friday|today|tomorrow|monday|tuesday|wednesday|thursday|our;can't|cannot come|attend|join;\
        won't be able to make|come|attend|join;not be able to make|come|attend|join;won't make it
        late:running ~ late;i'll|will be ~ late;minutes late
        congratulation:congratulations;congrats;well done;great|good|nice|amazing|fantastic job|work;so proud of you
        birthday:happy (belated) birthday;many happy returns
        welcome:welcome to the team;welcome aboard|on
        ownIntroduction:my name is;introduce myself
        introduction:introduce you to;like to introduce;meet my|our colleague;put|putting you in touch;connecting you with;\
        introducing you to
        attached:^ attached;find ~ attached|enclosed|below;please find;see|is|are attached;have|i've ~ attached;i attached;here is|are|'s the|my|our;\
        here's the|my|our|a;enclosed|attached is|are|you
        promise:i'll|we'll ~ send|check|look|get|let|do|take|call|come|update|follow|forward|share|keep|bring|handle|finish;\
        i|we will ~ send|check|look|get|let|do|take|call|come|update|follow|forward|share|keep|bring|handle|finish
        agreement:sounds good|great|perfect|like;works for me|us;that|this works;^ confirmed;count me in;^ perfect $;see you there;\
        looks good|great to|from me|us|here
        apology:sorry for|about|i|that|it;sorry to have;apologies for|about;my apologies|bad;apologise|apologize
        reminder:reminder that|about|to|of|for;just a reminder;friendly|gentle|quick reminder
        notice:to let you know;letting you know;^ fyi;for your information;heads up;keep you posted;quick update;for your records
        thanks:thank you;thanks;much appreciated;i really appreciate;we really appreciate;thx
        offer:let me know if you|there|anything|i|we;any questions|other;feel free to;if you have|need any|anything;don't hesitate to
        farewell:see you on|at|then|tomorrow|soon|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday;\
        looking forward to seeing|it|meeting|friday|tomorrow|monday|the
        wishes:merry christmas;happy new year|holidays|easter|thanksgiving|friday;have a great|nice|good|lovely|wonderful|fantastic weekend|holiday|trip|evening|vacation|time;enjoy your|the weekend|holiday|trip|vacation;\
        happy holidays
        """)

    private static let englishAnswers = AnswerTable(
        """
        meeting,approval time
          yes Sounds good, {slot} works for me.
          no Sorry, I can't make it {day}.
          other Could we make it a bit later?
        meeting,approval day
          yes Yes, {slot} works for me. What time?
          no Sorry, I can't make it {day}.
          other Let me check my calendar and get back to you.
        meeting week
          yes Yes, {slot} works for me. Which day suits you best?
          no Sorry, {slot} doesn't work for me.
          other Let me check my calendar and get back to you.
        meeting,availability plain
          yes Yes, that works for me. When would suit you best?
          no Sorry, that doesn't work for me.
          other Let me check my calendar and get back to you.
        whenFree plain
          other Let me check my calendar and get back to you.
        invitation time
          yes I'd love to! See you {on}.
          no Thanks for the invitation, but I can't make it {day}.
          other Let me check my calendar and get back to you.
        invitation day
          yes I'd love to, thanks! What time {day}?
          no Thanks for the invitation, but I can't make it {day}.
          other Let me check my calendar and get back to you.
        invitation plain
          yes I'd love to, thanks for the invitation!
          no Thanks for the invitation, but I can't make it.
          other Let me check my calendar and get back to you.
        moving time
          yes Sounds good, {slot} works for me.
          no Sorry, I can't make it {day}.
          other Could we find another time?
        moving day
          yes Yes, {slot} works for me. What time?
          no Sorry, I can't make it {day}.
          other Let me check my calendar and get back to you.
        moving plain
          yes Yes, that works for me.
          no Sorry, that doesn't work for me.
          other Let me check my calendar and get back to you.
        stillOn plain
          yes Yes, see you then!
          no Sorry, I can't make it after all.
        status plain
          yes I'll send you an update shortly.
          no Nothing new yet, I'm afraid.
        objection plain
          yes Not at all, that's fine.
          no I'd rather not, sorry.
        choice two
          yes {first} works best for me.
          no {second} works best for me.
          other Either works for me.
        choice plain
          other Either is fine with me.
        opinion plain
          yes Looks good to me.
          no I have a few comments. I'll send them soon.
          other Let me think about it and get back to you.
        approval plain
          yes Yes, that works for me.
          no Sorry, that doesn't work for me.
          other Let me think about it and get back to you.
        confirmation time
          yes Yes, {slot} is confirmed.
          no Sorry, I can't make it {day}.
          other Let me check and get back to you.
        confirmation plain
          yes Confirmed, thank you.
          other Let me check and get back to you.
        permission plain
          yes Yes, of course.
          no Sorry, not this time.
          other Let me check and get back to you.
        call plain
          yes Sure, I'll call you shortly.
          no I can't talk right now. Can I call you later?
        call time
          yes Sure, I'll call you {on}.
          no Sorry, I can't talk {day}.
          other Could we make it a bit later?
        call day
          yes Sure, I'll call you {on}.
          no Sorry, I can't talk {day}.
          other What time works for you?
        review deadline
          yes Sure, I'll take a look {deadline}.
          no Sorry, I won't get to it {deadline}.
          other Could I have a little more time?
        review time
          yes Sure, I'll take a look {on}.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        review day
          yes Sure, I'll take a look {on}.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        review plain
          yes Sure, I'll take a look and get back to you.
          no Sorry, I don't have time to look at it at the moment.
          other When do you need it by?
        sending deadline
          yes Sure, I'll send it {deadline}.
          no Sorry, I won't have it ready {deadline}.
          other Could I have a little more time?
        sending time
          yes Sure, I'll send it {on}.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        sending day
          yes Sure, I'll send it {on}.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        sending plain
          yes Sure, I'll send it over shortly.
          no Sorry, I can't at the moment.
          other When do you need it by?
        help plain
          yes Of course, how can I help?
          no Sorry, I can't at the moment.
        favour deadline
          yes Sure, I'll take care of it {deadline}.
          no Sorry, I can't do that {deadline}.
          other Could I have a little more time?
        favour time
          yes Sure, I'll take care of it.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        favour day
          yes Sure, I'll take care of it.
          no Sorry, I can't {on}.
          other Let me check and get back to you.
        favour plain
          yes Sure, I'll take care of it.
          no Sorry, I can't at the moment.
          other When do you need it by?
        received plain
          yes Yes, I got it, thanks.
          no No, not yet.
        possession plain
          yes Yes, I do.
          no No, sorry, I don't.
          other Let me check and get back to you.
        belief plain
          yes Yes, I think so.
          no No, I don't think so.
          other I'm not sure.
        knowledge plain
          no Sorry, I don't know.
          other I'm not sure. Let me find out.
        doneThat plain
          yes Yes, I have.
          no No, not yet.
        didThat plain
          yes Yes, I did.
          no No, I didn't.
        beThere plain
          yes Yes, I am.
          no No, I'm afraid not.
        willDo plain
          yes Yes, I will.
          no No, I won't be able to.
          other I'm not sure yet.
        together plain
          yes Yes, let's do that.
          no I'd rather not.
          other Let me think about it and get back to you.
        plain plain
          yes Yes, as far as I know.
          no No, I don't think so.
          other I'm not sure. Let me check.
        open plain
          other Let me check and get back to you.
        cancelling plain
          yes No problem, thanks for letting me know.
          other No problem. Could we find another time?
        late plain
          yes No problem, see you soon.
        congratulation plain
          yes Thank you so much!
        birthday plain
          yes Thank you so much, that's very kind!
        welcome plain
          yes Thank you! I'm looking forward to it.
        ownIntroduction name
          yes Nice to meet you, {name}!
        ownIntroduction plain
          yes Nice to meet you!
        introduction plain
          yes Thanks for the introduction!
        attached plain
          yes Thanks, got it.
          other Thanks, I'll take a look and get back to you.
        promise plain
          yes Great, thank you!
        agreement plain
          yes Great, thanks!
        apology plain
          yes No problem at all.
        reminder plain
          yes Thanks for the reminder.
        notice plain
          yes Thanks for letting me know.
        thanks plain
          yes You're welcome!
        offer plain
          yes Thanks, will do.
        farewell time
          yes Great, see you {on}!
        farewell day
          yes Great, see you {on}!
        farewell plain
          yes See you soon!
        howWas plain
          yes It was great, thanks for asking!
        wellbeing plain
          yes I'm doing well, thanks! How are you?
        wishes plain
          yes Thank you, the same to you!
        """)
}
