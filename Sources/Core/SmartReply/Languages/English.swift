/// The English table. `Language` describes the notation.
let englishTable = """
    common: a an i you we is are was were to of and in on at for it this that do does did can could would will have has
      be been with your my me if let please thanks thank what when how not so just any know i'm i'll i've you're it's
      don't the from our us they there about should hello hi hey sorry great good see work works by or all but best dear
      let's hope congratulations congrats attached confirmed thx late running birthday happy want yes ok okay well
      perfect sure however anyway otherwise finally first then again also actually btw unfortunately meanwhile instead
      suit
    clause: i you he she it we they what what's where who why which is are was were do does did has have will; or: or
    and: so and but also then; regret: unfortunately regret; wrote: wrote writes; header: from sent date to subject
    yes: yes yep yeah sure sounds great ok okay perfect works absolutely happy gladly course confirmed done
    no: no nope sorry unfortunately afraid can't cannot won't not
    greet: hi hello hey dear good greetings; polite: there all team everyone everybody folks guys both morning afternoon
      evening day sir or madam mr and mrs ms dr prof to mum mom dad honey darling love friend friends colleagues
    days: Monday Tuesday Wednesday Thursday Friday Saturday Sunday; soon: today tomorrow tonight; next: next this
    months: January February March April May June July August September October November December jan feb mar apr jun
      jul aug sep sept oct nov dec
    weeks: week month; parts: morning afternoon evening night lunchtime weekend; noon: noon midday; units: am pm a.m p.m
    hours: one two three four five six seven eight nine ten eleven twelve; at: at around; by: by until before till
    links: on for the end of day close business latest; range: between from until till before after
    ON time: at; ON weekday: on; ON date: on
    CAN: can could would will; SHALL: can could shall should; IT: the there it this that he she they we
    DO: take give add update change fix make prepare bring pick book arrange organise organize set put sign print create
      remove delete upload ask complete fill finish provide order buy get cover schedule write
    WORK: send check look get let do take call come update follow forward share keep bring handle finish
    MAIL: mail email message note draft document report letter schedule update invitation
    CHECK: Let me check and get back to you.; THINK: Let me think about it and get back to you.
    CALENDAR: Let me check my calendar and get back to you.; MORE: Could I have a little more time?
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
    tell cancelling: have|need to cancel|reschedule|postpone; can't|cannot come|attend|join; can't|cannot make it;
      can't|cannot make @; won't make it; not|won't be able to make|come|attend|join
      = No problem, thanks for letting me know. | - | No problem. Could we find another time?
    tell late: running ~ late; i'll|will be ~ late; minutes late
      = No problem, see you soon.
      =on Thanks for letting me know.
    tell congratulation: congratulations|congrats; well done; great|good|amazing|fantastic job|work = Thank you so much!
    tell birthday: happy (belated) birthday = Thank you so much, that's very kind!
    tell welcome: welcome to the team; welcome aboard|on = Thank you! I'm looking forward to it.
    tell ownIntroduction: my name is; introduce myself = Nice to meet you! =name Nice to meet you, {name}!
    tell introduction: introduce|introducing you to; meet my|our colleague = Thanks for the introduction!
    tell attached: ^ attached; find ~ attached|enclosed|below; please find; see|is|are|i|have|i've ~ attached;
      here is|are the|my|our; here's the|my|our|a = Thanks, got it. | - | Thanks, I'll take a look and get back to you.
    skip: sounds|works|looks|perfect|i'll|we'll|will ... but
    tell promise: i'll|we'll ~ WORK; i|we will ~ WORK = Great, thank you!
    tell agreement: sounds good|great|perfect|like; that|this works; works for me|us; ^ confirmed; count me in;
      ^ perfect $; see you there; looks good|great to|from me|us = Great, thanks!
    tell apology: sorry for|about|i|that|it|to; apologies for|about; my apologies|bad = No problem at all.
    tell reminder: just|friendly|gentle|quick|a reminder; reminder that|about|to|of|for = Thanks for the reminder.
    tell notice: to let you know; letting you know; keep you posted; ^ fyi; heads up = Thanks for letting me know.
    skip: thanks|thank|thx ... but|advance|email|mail|message|reply|interest|application|order|patience|inquiry|purchase
    tell thanks: thank you; thanks|thx; much appreciated; really appreciate = You're welcome!
    tell offer: let me know if you|there|anything|i|we; any questions|other; feel free to;
      if you have|need any|anything; don't hesitate to = Thanks, will do.
    tell farewell: see you then|soon|there|next; see you (on|at) @; looking forward to seeing|it|meeting|the;
      looking forward to @ = See you soon! =on Great, see you {on}!
    tell howWas: how was|were your = It was great, thanks for asking!
    tell wellbeing: how are you|things; how's|is it going; how have you been; hope you are|re well|doing;
      hope you're well = I'm doing well, thanks! How are you?
    tell wishes: merry christmas; happy new year; happy holidays|easter|thanksgiving;
      enjoy your|the weekend|holiday|trip|vacation;
      have a great|nice|good|lovely|wonderful weekend|holiday|trip|evening|vacation|time = Thank you, the same to you!
    """
