/// The English table of words and of fixed replies. `Language` describes the notation.
let englishWords = """
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
    """
