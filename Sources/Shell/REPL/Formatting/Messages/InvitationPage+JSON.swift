internal import Calendar
internal import MailTypes
internal import Platform

extension InvitationPage {
    /// Writes the invitation as an object.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("method")
            json.string(invitation.method.map { $0.rawValue.lowercased() })
            json.key("events")
            json.array { json in
                for event in invitation.events { json.object { write(event, to: &$0) } }
            }
        }
    }

    private func write(_ event: CalendarEvent, to json: inout JSONWriter) {
        for (name, text) in [
            ("uid", event.uid), ("summary", event.summary), ("location", event.location),
            ("description", event.description),
        ] {
            json.key(name)
            json.string(text)
        }
        json.key("sequence")
        json.number(event.sequence)
        json.key("start")
        json.string(event.start.map { form(of: $0) })
        json.key("end")
        json.string(event.end.map { form(of: $0) })
        json.key("recurrence")
        json.string(event.recurrence?.words)
        json.key("cancelled")
        json.bool(invitation.method == .cancel || event.isCancelled)
        json.key("organizer")
        if let organizer = event.organizer {
            json.object { Self.write(organizer, hasAnswer: false, to: &$0) }
        } else {
            json.null()
        }
        json.key("attendees")
        json.array { json in
            for attendee in event.attendees { json.object { Self.write(attendee, hasAnswer: true, to: &$0) } }
        }
    }

    private static func write(_ person: CalendarUser, hasAnswer: Bool, to json: inout JSONWriter) {
        json.key("name")
        json.string(person.name)
        json.key("address")
        json.string(person.email?.text)
        guard hasAnswer else { return }
        json.key("answer")
        json.string(person.answer == .none ? nil : person.answer.rawValue.lowercased())
    }

    /// Returns ISO 8601: a date, a time with its offset, or without one if the zone is not known.
    private func form(of time: CalendarTime) -> String {
        if let moment = moment(time) { return moment.iso8601 }
        let written = DateTime(time.local, offsetMinutes: 0).iso8601
        return String(time.zone == .allDay ? written.prefix(10) : written.prefix(19))
    }
}
