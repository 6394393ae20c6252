enum EnglishMails {
    static let times = [
        SuggestedRepliesRow(
            "lunch at a time", "Hi Kim,\n\nare you free for lunch on Friday at 12:30?\n\nAna",
            "Sounds good, Friday at 12:30 works for me.",
            ["Sorry, I can't make it on Friday.", "Could we make it a bit later?"]),
        SuggestedRepliesRow(
            "a day", "Hi Kim, are you free on Friday?", "Yes, Friday works for me. What time?",
            ["Sorry, I can't make it on Friday.", "Let me check my calendar and get back to you."]),
        SuggestedRepliesRow(
            "next Tuesday", "Could we meet next Tuesday?", "Yes, next Tuesday works for me. What time?",
            ["Sorry, I can't make it next Tuesday.", "Let me check my calendar and get back to you."]),
        SuggestedRepliesRow(
            "a time alone", "Does 3pm work for you?", "Sounds good, 3pm works for me.",
            ["Sorry, I can't make it at 3pm.", "Could we make it a bit later?"]),
        SuggestedRepliesRow("a bare number", "How about at 3?", "Sounds good, 3 works for me."),
        SuggestedRepliesRow("half past", "Would 10:30 suit you?", "Sounds good, 10:30 works for me."),
        SuggestedRepliesRow("tomorrow", "How about tomorrow at noon?", "Sounds good, tomorrow at noon works for me."),
        SuggestedRepliesRow("morning", "Can we talk Monday morning?", "Yes, Monday morning works for me. What time?"),
        SuggestedRepliesRow(
            "the time first", "Could we speak at 4 pm on Thursday?", "Sounds good, Thursday at 4 pm works for me."),
        SuggestedRepliesRow("a fragment", "Dinner on Saturday at 8pm?", "Sounds good, Saturday at 8pm works for me."),
        SuggestedRepliesRow("a shorter one", "Friday?", "Yes, Friday works for me. What time?"),
        SuggestedRepliesRow(
            "a statement", "Let's meet on Wednesday at 9:15.", "Sounds good, Wednesday at 9:15 works for me."),
        SuggestedRepliesRow(
            "a proposal", "I'd suggest Thursday at 14:00.", "Sounds good, Thursday at 14:00 works for me."),
        SuggestedRepliesRow("a date", "Are you available on 5 May?", "Yes, 5 May works for me. What time?"),
        SuggestedRepliesRow(
            "a date the other way", "Does May 5th work for you?", "Yes, May 5th works for me. What time?",
            ["Sorry, I can't make it on May 5th.", "Let me check my calendar and get back to you."]),
        SuggestedRepliesRow(
            "next week", "Do you have time next week?", "Yes, next week works for me. Which day suits you best?"),
        SuggestedRepliesRow(
            "one day instead of another", "I can't do Friday, does Monday work?", "Yes, Monday works for me. What time?"
        ),
        SuggestedRepliesRow(
            "two days", "Would Tuesday or Wednesday work for you?", "Tuesday works best for me.",
            ["Wednesday works best for me.", "Either works for me."]),
        SuggestedRepliesRow(
            "two times", "Shall we say 10:00 or 11:30?", "10:00 works best for me.",
            ["11:30 works best for me.", "Either works for me."]),
        SuggestedRepliesRow(
            "between two times", "Are you free on Friday between 2 and 4?", "Yes, Friday works for me. What time?"),
        SuggestedRepliesRow(
            "two days together", "Are you free Tuesday and Thursday?",
            "Yes, that works for me."),
        SuggestedRepliesRow(
            "no time", "Are you free for a quick call?", "Yes, that works for me. When would suit you best?"),
        SuggestedRepliesRow(
            "asked in the next sentence", "Let's meet on Friday at 10:00. Does that work for you?",
            "Sounds good, Friday at 10:00 works for me."),
        SuggestedRepliesRow(
            "a wrapped line",
            "Hi Kim,\nwould you be available for a short call on\nThursday at 11:00?\nBest regards,\nAna",
            "Sounds good, Thursday at 11:00 works for me."),
        SuggestedRepliesRow("when", "When are you free to talk?", "Let me check my calendar and get back to you.", []),
        SuggestedRepliesRow(
            "what time", "What time works for you?", "Let me check my calendar and get back to you.", []),
        SuggestedRepliesRow("a day that was", "Did you see the match on Friday?", "Yes, I did.", ["No, I didn't."]),
        SuggestedRepliesRow("an amount is no time", "Is 12.30 the right price?", nil),
    ]

    static let requests = [
        SuggestedRepliesRow(
            "send", "Hi Kim,\ncould you please send me the slides?\nThanks\nBen", "Sure, I'll send it over shortly.",
            ["Sorry, I can't at the moment.", "When do you need it by?"]),
        SuggestedRepliesRow(
            "send by a day", "Can you send me the report by Friday?", "Sure, I'll send it by Friday.",
            ["Sorry, I won't have it ready by Friday.", "Could I have a little more time?"]),
        SuggestedRepliesRow(
            "send before tomorrow", "Please send me the figures before tomorrow.", "Sure, I'll send it before tomorrow."
        ),
        SuggestedRepliesRow("forward", "Would you forward me Ana's mail?", "Sure, I'll send it over shortly."),
        SuggestedRepliesRow(
            "review", "Could you review the attached draft?", "Sure, I'll take a look and get back to you."),
        SuggestedRepliesRow(
            "review by a time", "Please review the contract by Monday at noon.",
            "Sure, I'll take a look by Monday at noon."),
        SuggestedRepliesRow(
            "have a look", "Attached is the plan. Please have a look.", "Sure, I'll take a look and get back to you."),
        SuggestedRepliesRow(
            "call", "Can you call me back?", "Sure, I'll call you shortly.",
            ["I can't talk right now. Can I call you later?"]),
        SuggestedRepliesRow("book", "Could you book a table for six?", "Sure, I'll take care of it."),
        SuggestedRepliesRow(
            "need you to", "I need you to update the wiki by Tuesday.", "Sure, I'll take care of it by Tuesday."),
        SuggestedRepliesRow("mind", "Would you mind helping Ana with the move?", "Sure, I'll take care of it."),
        SuggestedRepliesRow(
            "the last one counts", "Did you see my mail? Could you send me the invoice number?",
            "Sure, I'll send it over shortly."),
        SuggestedRepliesRow(
            "thanks at the end", "Could you share the link? Thank you so much!", "Sure, I'll send it over shortly."),
        SuggestedRepliesRow(
            "confirm", "Please confirm that you received the parcel.", "Confirmed, thank you.",
            ["Let me check and get back to you."]),
        SuggestedRepliesRow("confirm a time", "Could you confirm Friday at 9:00?", "Yes, Friday at 9:00 is confirmed."),
        SuggestedRepliesRow(
            "approval", "We would move the deadline by a week. Is that ok?", "Yes, that works for me.",
            ["Sorry, that doesn't work for me.", "Let me think about it and get back to you."]),
        SuggestedRepliesRow(
            "let me know if it works", "I'd come by train. Let me know if that works for you.",
            "Yes, that works for me."),
        SuggestedRepliesRow(
            "opinion", "Here is the new logo. What do you think?", "Looks good to me.",
            ["I have a few comments. I'll send them soon.", "Let me think about it and get back to you."]),
        SuggestedRepliesRow(
            "let me know what you think", "I attached a draft. Let me know what you think!", "Looks good to me."),
        SuggestedRepliesRow(
            "permission", "May I bring a friend?", "Yes, of course.",
            ["Sorry, not this time.", "Let me check and get back to you."]),
        SuggestedRepliesRow("is it ok if", "Is it ok if I leave early?", "Yes, of course."),
        SuggestedRepliesRow("received", "Did you get my email?", "Yes, I got it, thanks.", ["No, not yet."]),
        SuggestedRepliesRow("have you seen", "Have you seen the new schedule?", "Yes, I got it, thanks."),
        SuggestedRepliesRow("done", "Have you finished the book?", "Yes, I have.", ["No, not yet."]),
        SuggestedRepliesRow(
            "do you have", "Do you still have the key?", "Yes, I do.",
            ["No, sorry, I don't.", "Let me check and get back to you."]),
        SuggestedRepliesRow(
            "do you know", "Do you know where the projector is?", "Sorry, I don't know.",
            ["I'm not sure. Let me find out."]),
        SuggestedRepliesRow("do you think", "Do you think it will rain?", "Yes, I think so."),
        SuggestedRepliesRow("will you", "Will you be there?", "Yes, I will."),
        SuggestedRepliesRow("are you", "Are you still in Berlin?", "Yes, I am.", ["No, I'm afraid not."]),
        SuggestedRepliesRow(
            "shall we", "Should we order more paper?", "Yes, let's do that.",
            ["I'd rather not.", "Let me think about it and get back to you."]),
        SuggestedRepliesRow(
            "is the", "Is the printer working again?", "Yes, as far as I know.",
            ["No, I don't think so.", "I'm not sure. Let me check."]),
        SuggestedRepliesRow("where", "Where is the key to the cellar?", "Let me check and get back to you.", []),
        SuggestedRepliesRow("how many", "How many chairs do we have?", "Let me check and get back to you.", []),
        SuggestedRepliesRow("prefer", "Do you prefer tea or coffee?", "Either is fine with me.", []),
        SuggestedRepliesRow(
            "invited", "You're invited to our housewarming party!", "I'd love to, thanks for the invitation!",
            ["Thanks for the invitation, but I can't make it.", "Let me check my calendar and get back to you."]),
        SuggestedRepliesRow(
            "invited on a day", "Would you like to come to dinner on Saturday?",
            "I'd love to, thanks! What time on Saturday?",
            [
                "Thanks for the invitation, but I can't make it on Saturday.",
                "Let me check my calendar and get back to you.",
            ]),
        SuggestedRepliesRow(
            "invited at a time", "Want to join us for a beer tomorrow at 7pm?", "I'd love to! See you tomorrow at 7pm."),
    ]

    static let news = [
        SuggestedRepliesRow(
            "thanks", "Thank you so much for your help!", "You're welcome!", []),
        SuggestedRepliesRow("only thanks", "Hi Kim,\n\nThanks!\n\nBen", "You're welcome!"),
        SuggestedRepliesRow(
            "attached", "Hi Kim,\nplease find attached the minutes of our meeting.\nBest\nAna", "Thanks, got it.",
            ["Thanks, I'll take a look and get back to you."]),
        SuggestedRepliesRow("here is", "Here is the link: https://example.org/a?b", "Thanks, got it."),
        SuggestedRepliesRow(
            "offer", "The new rota is on the wall. Let me know if you have any questions.", "Thanks, will do."),
        SuggestedRepliesRow("notice", "Just to let you know that the heating is fixed.", "Thanks for letting me know."),
        SuggestedRepliesRow("reminder", "Just a reminder that the library books are due.", "Thanks for the reminder."),
        SuggestedRepliesRow(
            "cancelled", "I'm so sorry, I have to cancel our lunch tomorrow.",
            "No problem, thanks for letting me know.", ["No problem. Could we find another time?"]),
        SuggestedRepliesRow(
            "cannot make it", "Unfortunately I can't make it on Friday.", "No problem, thanks for letting me know."),
        SuggestedRepliesRow("late", "I'm running ten minutes late, sorry!", "No problem, see you soon."),
        SuggestedRepliesRow("apology", "Sorry for the mix-up yesterday.", "No problem at all."),
        SuggestedRepliesRow("congratulations", "Congratulations on your new job!", "Thank you so much!"),
        SuggestedRepliesRow(
            "birthday", "Happy birthday, Kim! All the best from us.", "Thank you so much, that's very kind!"),
        SuggestedRepliesRow(
            "welcome", "Welcome to the team, Kim! We are glad that you are here.",
            "Thank you! I'm looking forward to it."),
        SuggestedRepliesRow(
            "introduces herself", "Hello Kim, my name is Ana and I am your new contact at the bank of seeds.",
            "Nice to meet you, Ana!"),
        SuggestedRepliesRow(
            "introduces somebody", "Hi Kim, I'd like to introduce you to my colleague Ben.",
            "Thanks for the introduction!"),
        SuggestedRepliesRow("promise", "I'll send you the photos tonight.", "Great, thank you!"),
        SuggestedRepliesRow("agreement", "Sounds good!", "Great, thanks!"),
        SuggestedRepliesRow("see you", "Great, see you on Friday!", "Great, see you on Friday!"),
        SuggestedRepliesRow("weekend", "Have a great weekend!", "Thank you, the same to you!"),
        SuggestedRepliesRow(
            "Christmas", "Merry Christmas and a happy new year to you and your family!", "Thank you, the same to you!"),
        SuggestedRepliesRow("how are you", "Hi Kim, how are you?", "I'm doing well, thanks! How are you?"),
        SuggestedRepliesRow(
            "how are you, and a question", "How are you? Could you send me the address?",
            "Sure, I'll send it over shortly."),
        SuggestedRepliesRow("how was", "How was your trip to Rome?", "It was great, thanks for asking!"),
    ]

    static let quiet = [
        SuggestedRepliesRow("empty", "", nil),
        SuggestedRepliesRow("blanks", " \n\t\n \n", nil),
        SuggestedRepliesRow("only a quotation", "> Can you send me the report?\n> Thanks", nil),
        SuggestedRepliesRow(
            "only an older mail", "On Mon, 12 Oct 2026 at 14:03 +0200, Ana Ruiz wrote:\n> Are you free on Friday?", nil),
        SuggestedRepliesRow("only a signature", "-- \nAna Ruiz\nCan you call me?", nil),
        SuggestedRepliesRow(
            "only forwarded", "---------- Forwarded message ----------\nFrom: Ben\n\nAre you free on Friday?", nil),
        SuggestedRepliesRow(
            "an older mail below", "From: Ben Okafor\nSent: Monday\nTo: Kim\nSubject: x\n\nCan you send me the report?",
            nil),
        SuggestedRepliesRow("only an address", "https://example.org/can/you/send?me=it", nil),
        SuggestedRepliesRow("digits", "12 34 56 78", nil),
        SuggestedRepliesRow("out of office", "I am out of the office until Monday. Can you please contact Ben?", nil),
        SuggestedRepliesRow(
            "a death", "I have to tell you that my father passed away. Could you take over the meeting on Friday?", nil),
        SuggestedRepliesRow("a sickness", "Mum is in hospital. Are you free on Friday?", nil),
        SuggestedRepliesRow("a complaint", "This is unacceptable. When will you send me the refund?", nil),
        SuggestedRepliesRow("a swindle", "Are you available? I need you to buy some gift cards.", nil),
        SuggestedRepliesRow("a stolen password", "Please verify your account. Could you send me your password?", nil),
        SuggestedRepliesRow(
            "a newsletter", "Our best offers! Would you like to come? To unsubscribe, click here.", nil),
        SuggestedRepliesRow("for somebody else", "Hi Ben,\ncan you send me the report?\nAna", nil),
        SuggestedRepliesRow(
            "for somebody else among many",
            "Hi all,\nthe rooms are booked.\nBen, could you please bring the projector?", nil),
        SuggestedRepliesRow(
            "many questions", "Where is the key? Who has the car? When is the match? What is for dinner?", nil),
        SuggestedRepliesRow("why", "Why did you do that?", nil),
        SuggestedRepliesRow("either or", "Is it raining or is the sun out?", nil),
        SuggestedRepliesRow("a plain statement", "The cat sat on the mat and the dog was in the garden.", nil),
        SuggestedRepliesRow("thanks for an order", "Thank you for your order. We will ship it soon.", nil),
        SuggestedRepliesRow("thanks in advance", "Thanks in advance for your patience.", nil),
        SuggestedRepliesRow("Swedish", "Hej Kim, kan du komma på fredag? Jag är inte här på måndag.", nil),
        SuggestedRepliesRow("Polish", "Cześć, czy możesz mi wysłać raport do piątku? Dziękuję", nil),
        SuggestedRepliesRow("Japanese", "金曜日の12時半にランチはいかがですか。", nil),
        SuggestedRepliesRow("Russian", "Привет, ты свободен в пятницу в 12:30?", nil),
        SuggestedRepliesRow("nonsense", "qwrt plmk zxcv bnm ghj?", nil),
        SuggestedRepliesRow("one letter", "k", nil),
        SuggestedRepliesRow("code", "for (int i = 0; i < n; i++) { sum += a[i]; }", nil),
    ]

    /// As people write.
    static let everyday = [
        SuggestedRepliesRow(
            "still on", "Hey! Are we still on for tonight?", "Yes, see you then!", ["Sorry, I can't make it after all."]
        ),
        SuggestedRepliesRow(
            "which hotel", "Hi Kim, can you let me know which hotel you booked?", "Let me check and get back to you.",
            []),
        SuggestedRepliesRow(
            "a chance to look", "I wanted to follow up. Have you had a chance to look at the proposal?", "Yes, I have.",
            ["No, not yet."]),
        SuggestedRepliesRow(
            "perfect, and a promise", "Tuesday at 2pm is perfect. I'll send a calendar invite.", "Great, thank you!"),
        SuggestedRepliesRow(
            "moved", "Hi Kim, would you mind if we push our meeting to 4pm?", "Sounds good, 4pm works for me."),
        SuggestedRepliesRow(
            "moved from one time to another", "Could we push our meeting from 2pm to 4pm?", "Yes, that works for me."),
        SuggestedRepliesRow(
            "mind if", "Do you mind if I bring the dog?", "Not at all, that's fine.", ["I'd rather not, sorry."]),
        SuggestedRepliesRow(
            "the kids", "Can you pick up the kids at 5 today?", "Sure, I'll take care of it.",
            ["Sorry, I can't today at 5.", "Let me check and get back to you."]),
        SuggestedRepliesRow(
            "end of day", "Please add your comments by end of day Friday.", "Sure, I'll take care of it by Friday."),
        SuggestedRepliesRow(
            "update", "Just checking in - any update on this?", "I'll send you an update shortly.",
            ["Nothing new yet, I'm afraid."]),
        SuggestedRepliesRow(
            "the train", "Could you tell me what time the train leaves on Friday?", "Let me check and get back to you.",
            []),
        SuggestedRepliesRow(
            "call at a time", "Can you call me tomorrow at 9:30?", "Sure, I'll call you tomorrow at 9:30.",
            ["Sorry, I can't talk tomorrow.", "Could we make it a bit later?"]),
        SuggestedRepliesRow(
            "at seven", "Come on over! Dinner on Saturday at seven?", "Sounds good, Saturday at seven works for me."),
        SuggestedRepliesRow(
            "either day", "Hi both, does next Monday or Tuesday suit you for the review?",
            "Next Monday works best for me."),
        SuggestedRepliesRow(
            "interview",
            "Dear Ms Park, we would like to invite you to an interview on Tuesday. Please confirm whether this date works for you. Kind regards",
            "Confirmed, thank you."),
        SuggestedRepliesRow(
            "by a time of a day", "Could you please send me the signed contract by tomorrow, 5pm?",
            "Sure, I'll send it by tomorrow at 5pm."),
        SuggestedRepliesRow("in short", "Thx!!", "You're welcome!"),
        SuggestedRepliesRow(
            "refused", "We regret to inform you that your application was not successful. We wish you all the best.",
            nil),
        SuggestedRepliesRow("thanks, but", "Thanks, but I already have plans on Saturday.", nil),
        SuggestedRepliesRow(
            "thanks, unfortunately", "Thank you for the invitation! Unfortunately I am away that week.", nil),
        SuggestedRepliesRow("anybody", "Does anyone still have the red head torch?", nil),
        SuggestedRepliesRow("a proposal of another kind", "Will you marry me?", nil),
        SuggestedRepliesRow("maintenance", "The server will be down on Friday at 10pm for maintenance.", nil),
        SuggestedRepliesRow("which day was meant", "Did you mean Tuesday the 5th or Wednesday the 6th?", nil),
        SuggestedRepliesRow("gossip", "Can you believe it? They sold the house on Friday!", nil),
        SuggestedRepliesRow("a ban", "Please do not share this with anyone.", nil),
        SuggestedRepliesRow("at work", "Will you work on Friday?", "Yes, I will."),
        SuggestedRepliesRow(
            "instead", "Hi Kim, could you maybe do Thursday at 10 instead?", "Sounds good, Thursday at 10 works for me."
        ),
        SuggestedRepliesRow(
            "any chance", "Any chance you're free on Thursday morning?",
            "Yes, Thursday morning works for me. What time?"),
        SuggestedRepliesRow(
            "help", "Can you help me?", "Of course, how can I help?", ["Sorry, I can't at the moment."]),
        SuggestedRepliesRow("done by", "Could you have this done by noon?", "Sure, I'll take care of it by noon."),
        SuggestedRepliesRow(
            "where on a day", "Where should we meet on Friday?", "Let me check and get back to you.", []),
        SuggestedRepliesRow(
            "barbecue", "We're having a barbecue on Sunday at 2pm and would love for you to join us!",
            "I'd love to! See you on Sunday at 2pm."),
        SuggestedRepliesRow("late another day", "I'll be late tomorrow.", "Thanks for letting me know."),
        SuggestedRepliesRow("what is the plan", "So what's the plan for tomorrow?", nil),
        SuggestedRepliesRow("umbrella", "Is this your umbrella?", nil),
        SuggestedRepliesRow("a concert", "What a great concert on Friday!", nil),
        SuggestedRepliesRow("nothing to say", "No worries!", nil),
    ]
}
