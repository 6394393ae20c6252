/// The English table of requests and invitations, and of mail that gets no suggestion. `Language` describes the notation.
let englishRequestRules = """
    close: best|kind|warm|with (best) (regards|wishes); regards|cheers|sincerely|cordially|respectfully|love|xoxo;
      yours (sincerely); take care; all the best; thanks|thx; many thanks; thank you
    cut: original|forwarded message; begin forwarded; sent from my; get outlook for; this email|message and|is
    GRAVE: died death funeral condolences deceased cancer hospital surgery suicide divorce miscarriage marry redundancy
      layoff layoffs resign resignation resigned fired lawsuit attorney lawyer complaint disappointed unacceptable
      furious password passwords passcode bitcoin lottery ransom overdue unsubscribe auto-reply
    stop: GRAVE; passed away; sorry for your loss; laid off; let go of; gift|credit card|cards;
      wire|bank transfer|account|details; verify your account; click here; out of (the) office; automatic|auto reply;
      do not reply; not reply to this
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
    """
