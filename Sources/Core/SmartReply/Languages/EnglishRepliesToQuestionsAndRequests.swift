/// The English table of questions, requests and invitations. `Language` describes the notation.
let englishRepliesToQuestionsAndRequests = """
    skip: how can|may i help; is|are there anything|something|anyone|anybody; ^ why; ^ can|could|may|might i ... or;
      ^ do|does|did|has|is|CAN anyone|anybody|somebody|someone|everyone
    ask open: ^ where|who|whose|when's|where's|who's ? = - | - | CHECK
    ask opinion: what do you think; know what you think; your thoughts|opinion|feedback; any thoughts|comments|feedback;
      thoughts $ ?; how does ~ look|sound ? = Looks good to me. | I have a few comments. I'll send them soon. | THINK
    ask confirmation: please|kindly confirm; CAN you (please) confirm
      = Confirmed, thank you. | - | CHECK
      =time Yes, {slot} is confirmed. | Sorry, I can't make it {day}. | CHECK
    ask meeting: push|move|shift|reschedule|postpone ... to|by|until|for|from ?
    ask whenFree: when are|CAN you|we ~ free|available|meet|talk|speak|work|suit; when works|suits;
      when is|would ~ good|work|suit; what|which time|times|day|days|date ~ works|work|suits|suit|best;
      what|which time|day|date on|CAN|shall|should; your availability; let me know when you|we|you're = - | - | CALENDAR
    ask stillOn: still on $ ?; still on for ? = Yes, see you then! | Sorry, I can't make it after all.
    ask permission: ^ can|could|may|might i; is it ok|okay|alright|fine if i|we
      = Yes, of course. | Sorry, not this time. | CHECK
    ask objection: would|do you mind if i|we; mind if i|we = Not at all, that's fine. | I'd rather not, sorry.
    ask choice: prefer ~ or; would you rather; which ~ prefer|better
      = - | - | Either is fine with me.
      =two {first} works best for me. | {second} works best for me. | Either works for me.
    ask approval: does|CAN that|this|it ~ work|suit ?; is that|this|it ok|okay|fine|alright ?; works for you ?;
      sound|sounds good|ok|okay ?; are you ok|okay|fine|happy with; ok|okay|fine|good with|for you ?;
      let me know if that|this|it|these|those ~ works|work|suits|suit|ok|okay|fine
      = Yes, that works for me. | Sorry, that doesn't work for me. | THINK
    task review: CAN you ~ review|proofread|check; please (also) review|proofread|check; please take|have a look;
      CAN you ~ look|read ~ over|at|through|it; CAN you ~ have|take|give ~ look|read
      =by Sure, I'll take a look {by}. | Sorry, I won't get to it {by}. | MORE
      = Sure, I'll take a look and get back to you. | Sorry, I don't have time right now. | ?When do you need it by?
    task sending: CAN you ~ send|forward|share|email|mail|resend; please (also) send|forward|share|email|resend;
      need you to send; could|would you mind sending|sharing|forwarding
      =by Sure, I'll send it {by}. | Sorry, I won't have it ready {by}. | MORE
      =on Sure, I'll send it {on}. | Sorry, I can't {on}. | CHECK
      = Sure, I'll send it over shortly. | Sorry, I can't at the moment. | ?When do you need it by?
    ask call: CAN you (please) call|ring|phone; please call|ring|phone me|us; give me|us a call|ring
      =none Sure, I'll call you shortly. | I can't talk right now. Can I call you later?
      =time Sure, I'll call you {on}. | Sorry, I can't talk {day}. | Could we make it a bit later?
      =day Sure, I'll call you {on}. | Sorry, I can't talk {day}. | What time works for you?
    ask invitation: would you like to come|join|attend|visit|meet|go|have|grab|get; you're|are (all) invited;
      want|care to come|join|grab|go|meet|get|have ?; love for you to join|come|be; love to have you; invite you to;
      join us for|on|at|this|next; CAN you join us|me; are you coming|joining; come over;
      hope you can|you'll come|make|join; can you come|make it|to ?
      =time I'd love to! See you {on}. | Thanks for the invitation, but I can't make it {day}. | CALENDAR
      =day I'd love to, thanks! What time {day}? | Thanks for the invitation, but I can't make it {day}. | CALENDAR
      = I'd love to, thanks for the invitation! | Thanks for the invitation, but I can't make it. | CALENDAR
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
