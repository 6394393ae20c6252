/// The English table of lines that end the text of a message, and of mail that gets no suggestion. `Language` describes
/// the notation.
let englishTextEndAndNoReplyRules = """
    close: best|kind|warm|with (best) (regards|wishes); regards|cheers|sincerely|cordially|respectfully|love|xoxo;
      yours (sincerely); take care; all the best; thanks|thx; many thanks; thank you
    cut: original|forwarded message; begin forwarded; sent from my; get outlook for; this email|message and|is
    GRAVE: died death funeral condolences deceased cancer hospital surgery suicide divorce miscarriage marry redundancy
      layoff layoffs resign resignation resigned fired lawsuit attorney lawyer complaint disappointed unacceptable
      furious password passwords passcode bitcoin lottery ransom overdue unsubscribe auto-reply
    stop: GRAVE; passed away; sorry for your loss; laid off; let go of; gift|credit card|cards;
      wire|bank transfer|account|details; verify your account; click here; out of (the) office; automatic|auto reply;
      do not reply; not reply to this
    """
