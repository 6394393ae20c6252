/// The English table of questions. `Language` describes the notation.
let englishQuestionRules = """
    time meeting: ^ does|CAN|do ... work|suit|fit $ ?; ^ does|CAN|do ... work|suit|fit for|you|with|better;
      shall we say; how|what about; are you ~ around; do you have ~ time; have you got ~ time;
      can|could you (maybe) do|make|meet|manage; SHALL we ~ discuss|schedule|do|have|say;
      let's ~ have|do|say|grab|schedule|go|get|make; you're|are free|available ?; is ~ ok|okay|good|fine|convenient ?;
      ok|okay|good|fine|convenient for you ?; i'd|i (would) propose|suggest;
      free|available ~ for a|lunch|dinner|coffee ?; great to meet; we could meet
      =time Sounds good, {slot} works for me. | Sorry, I can't make it {day}. | Could we make it a bit later?
      =day Yes, {slot} works for me. What time? | Sorry, I can't make it {day}. | CALENDAR
      =week Yes, {slot} works for me. Which day suits you best? | Sorry, {slot} doesn't work for me. | CALENDAR
      =none Yes, that works for me. When would suit you best? | Sorry, that doesn't work for me. | CALENDAR
    ask meeting: are you ~ free|available; would you ~ be free|available; do|have you have|got ~ time to|for;
      do you have time ?; got time ?; SHALL we ~ meet|talk|speak|chat|catch; let's ~ meet|talk|speak|chat|catch;
      i'd|would like|love to meet
    ask received: did|have you (already|ever) get|got|receive|received ~ my|the|our|it|this|that|MAIL;
      did|have you (already) see|seen|read ~ MAIL = Yes, I got it, thanks. | No, not yet.
    skip: ^ do|have|did|are|will|shall|should ... or ?; ^ is|are|was|were|does|has IT ... you|your|yours|or ?
    ask possession: do you (still|already) have a|an|the|any|your; have you got a|an|any
      = Yes, I do. | No, sorry, I don't. | CHECK
    ask belief: do|don't you (really) think|believe = Yes, I think so. | No, I don't think so. | I'm not sure.
    ask knowledge: do you (happen) (to) know; any idea; do you remember
      = - | Sorry, I don't know. | I'm not sure. Let me find out.
    ask help: CAN you (please|be) (able) (to) help = Of course, how can I help? | Sorry, I can't at the moment.
    task favour: CAN you (please) have ~ done|ready; ^ would|do you mind; ^ CAN you (please|kindly|maybe|possibly) DO;
      ^ please (also|kindly) help|DO; need you to; i'd|would appreciate it if you; would be great|grateful if you
      =by Sure, I'll take care of it {by}. | Sorry, I can't do that {by}. | MORE
      =on Sure, I'll take care of it. | Sorry, I can't {on}. | CHECK
      = Sure, I'll take care of it. | Sorry, I can't at the moment. | ?When do you need it by?
    ask doneThat: ^ have you ~ ? = Yes, I have. | No, not yet.
    ask didThat: ^ did you ? = Yes, I did. | No, I didn't.
    ask beThere: ^ are you ? = Yes, I am. | No, I'm afraid not.
    ask willDo: ^ will you ? = Yes, I will. | No, I won't be able to. | I'm not sure yet.
    ask status: any update|updates|news|progress ?; update me on
      = I'll send you an update shortly. | Nothing new yet, I'm afraid.
    ask together: ^ shall|should|can|could we ? = Yes, let's do that. | I'd rather not. | THINK
    ask plain: ^ is|are|was|were|does|has IT ?; ^ do|did|have we|they ?
      = Yes, as far as I know. | No, I don't think so. | I'm not sure. Let me check.
    ask open: CAN you (please) tell|let|explain|clarify; ^ who|what|where|which ?; ^ how much|many|long|far ?;
      how do|does|can ?; ^ when is|are|was|does|do|will|did|can|should ?
    """
