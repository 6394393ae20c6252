/// The English table of statements. `Language` describes the notation.
let englishRepliesToStatements = """
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
