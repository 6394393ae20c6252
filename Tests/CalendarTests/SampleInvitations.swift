/// Invitations with the structure that the programs write.
enum SampleInvitations {
    private static func lines(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    static let google = lines(
        """
        BEGIN:VCALENDAR
        PRODID:-//Google Inc//Google Calendar 70.9054//EN
        VERSION:2.0
        CALSCALE:GREGORIAN
        METHOD:REQUEST
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        X-LIC-LOCATION:Europe/Berlin
        BEGIN:DAYLIGHT
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        TZNAME:GMT+2
        DTSTART:19700329T020000
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        TZNAME:GMT+1
        DTSTART:19701025T030000
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        DTSTART;TZID=Europe/Berlin:20261012T140000
        DTEND;TZID=Europe/Berlin:20261012T150000
        RRULE:FREQ=WEEKLY;WKST=MO;COUNT=10;BYDAY=MO
        DTSTAMP:20261001T080000Z
        ORGANIZER;CN=Ana Ruiz:mailto:ana@example.org
        UID:7kukuqrfedlm2f9t0vcmql5f8a@google.com
        ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE
         ;CN=Ana Ruiz;X-NUM-GUESTS=0:mailto:ana@example.org
        ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=
         TRUE;CN=kim@example.net;X-NUM-GUESTS=0:mailto:kim@example.net
        ATTENDEE;CUTYPE=RESOURCE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN="Room 4; 2nd floor":mailto:room4@example.org
        DESCRIPTION:Agenda:\\n1. Budget\\, plan\\n2. Other
        LOCATION:Room 4
        SEQUENCE:1
        STATUS:CONFIRMED
        SUMMARY:Planning\\; second quarter
        END:VEVENT
        END:VCALENDAR
        """)

    static let outlook = lines(
        """
        BEGIN:VCALENDAR
        METHOD:REQUEST
        PRODID:Microsoft Exchange Server 2010
        VERSION:2.0
        BEGIN:VTIMEZONE
        TZID:Pacific Standard Time
        BEGIN:STANDARD
        DTSTART:16010101T020000
        TZOFFSETFROM:-0700
        TZOFFSETTO:-0800
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:-0800
        TZOFFSETTO:-0700
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        ORGANIZER;CN=Ben Okafor:MAILTO:ben@example.com
        ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Kim Park:M
         AILTO:kim@example.net
        DESCRIPTION;LANGUAGE=en-US:\\n________\\n
        SUMMARY;LANGUAGE=en-US:Review
        DTSTART;TZID=Pacific Standard Time:20261112T090000
        DTEND;TZID=Pacific Standard Time:20261112T093000
        UID:040000008200E00074C5B7101A82E00800000000F0A1
        CLASS:PUBLIC
        PRIORITY:5
        DTSTAMP:20261101T170000Z
        TRANSP:OPAQUE
        STATUS:CONFIRMED
        SEQUENCE:0
        LOCATION;LANGUAGE=en-US:Teams
        X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE
        BEGIN:VALARM
        DESCRIPTION:REMINDER
        TRIGGER;RELATED=START:-PT15M
        ACTION:DISPLAY
        END:VALARM
        END:VEVENT
        END:VCALENDAR
        """)

    static let apple = lines(
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Apple Inc.//macOS 15.0//EN
        CALSCALE:GREGORIAN
        METHOD:CANCEL
        BEGIN:VEVENT
        UID:5F1D9E1C-0001-4C1A-9B0E-AAAAAAAAAAAA
        DTSTAMP:20261001T080000Z
        CREATED:20260901T080000Z
        DTSTART;VALUE=DATE:20261224
        DTEND;VALUE=DATE:20261227
        RECURRENCE-ID;VALUE=DATE:20261224
        SUMMARY:Office closed
        SEQUENCE:3
        STATUS:CANCELLED
        ORGANIZER;CN="Chi Wei";EMAIL="chi@example.org":/aMTY/principal/
        ATTENDEE;CN="Kim";CUTYPE=INDIVIDUAL;PARTSTAT=TENTATIVE;EMAIL=kim@example.net:mailto:kim@example.net
        END:VEVENT
        END:VCALENDAR
        """)
}
