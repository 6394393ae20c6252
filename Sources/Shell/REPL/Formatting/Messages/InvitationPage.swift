internal import Calendar
internal import MailTypes
internal import Platform

/// An invitation as fields of a page.
struct InvitationPage {
    let invitation: SchedulingMessage
    private let zone: LocalTimeZone

    /// `zone`: the user's.
    init(_ invitation: SchedulingMessage, zone: LocalTimeZone) {
        self.invitation = invitation
        self.zone = zone
    }

    private static let mostEvents = 5
    private static let mostPeople = 20

    /// Returns the labels and values, in order.
    func fields(isAccessible: Bool) -> [(label: String, value: String)] {
        var fields: [(label: String, value: String)] = []
        for event in invitation.events.prefix(Self.mostEvents) {
            fields.append(("Event", (event.summary.isEmpty ? "(no title)" : event.summary) + status(of: event)))
            if let when = when(event) { fields.append(("When", when)) }
            if event.recurrence != nil, event.occurrence == nil {
                fields.append(("Repeats", event.recurrence?.words ?? "in a way that only a calendar program shows"))
            }
            if event.occurrence != nil { fields.append(("Repeats", "only this date of a repeating event")) }
            if !event.location.isEmpty { fields.append(("Where", event.location)) }
            if let organizer = event.organizer { fields.append(("Host", Self.name(organizer, isAccessible))) }
            if !event.attendees.isEmpty { fields.append(("Guests", Self.guests(event.attendees))) }
        }
        let more = invitation.events.count - Self.mostEvents
        if more > 0 { fields.append(("Event", "and \(more) more")) }
        if invitation.method == .request { fields.append(("Answer", "type: accept, decline or tentative")) }
        return fields
    }

    private func status(of event: CalendarEvent) -> String {
        if invitation.method == .cancel || event.isCancelled { return " (cancelled)" }
        return invitation.method == .request && event.sequence > 0 ? " (updated)" : ""
    }

    // MARK: - Times

    /// Returns the time in the user's zone, followed by that in the event's zone if it differs.
    private func when(_ event: CalendarEvent) -> String? {
        guard let start = event.start else { return nil }
        if case .allDay = start.zone {
            let last = event.end?.dayBefore
            let day = Self.day(start.local)
            guard let last, last.local != start.local else { return "\(day), all day" }
            return "\(day) to \(Self.day(last.local)), all day"
        }
        let written = Self.range(start.local, event.end?.local)
        guard let begin = moment(start) else {
            guard case .named(let name) = start.zone else { return "\(written), in the local time of the place" }
            return "\(written), in the time zone \"\(name)\", which is not known here"
        }
        let end = event.end.flatMap { moment($0) }
        let here = Self.range(zone.time(begin.instant).local, end.map { zone.time($0.instant).local })
        guard case .named(let name) = start.zone, zone.offsetMinutes(at: begin.instant) != begin.offsetMinutes else {
            return here
        }
        // The day is repeated only if it differs.
        let local = zone.time(begin.instant).local
        let isSameDay = Self.day(local) == Self.day(start.local)
        return "\(here) (\(isSameDay ? String(written.dropFirst(Self.day(local).count + 2)) : written) \(name))"
    }

    func moment(_ time: CalendarTime) -> DateTime? {
        invitation.moment(time) { SystemTimeZones.rules(named: $0) }
    }

    private static func day(_ time: CivilTime) -> String {
        "\(time.weekdayName), \(time.day) \(time.monthName) \(time.year)"
    }

    private static func clock(_ time: CivilTime) -> String { String(time.timeOfDay.prefix(5)) }

    private static func range(_ start: CivilTime, _ end: CivilTime?) -> String {
        let beginning = "\(day(start)), \(clock(start))"
        guard let end else { return beginning }
        let isSameDay = day(start) == day(end)
        return "\(beginning) to \(isSameDay ? "" : "\(day(end)), ")\(clock(end))"
    }

    // MARK: - People

    private static func name(_ person: CalendarUser, _ isAccessible: Bool) -> String {
        switch (person.name, person.email) {
        case (let name?, let email?):
            name == email.text ? name : isAccessible ? "\(name), \(email.text)" : "\(name) <\(email.text)>"
        case (let name?, nil): name
        case (nil, let email?): email.text
        case (nil, nil): "(no address)"
        }
    }

    private static func guests(_ people: [CalendarUser]) -> String {
        let shown = people.prefix(mostPeople).map { person in
            let name = person.name ?? person.email?.text ?? "(no address)"
            let facts = [words(person.answer), person.isOptional ? "optional" : nil, person.isResource ? "room" : nil]
            return "\(name) (\(facts.compactMap(\.self).joined(separator: ", ")))"
        }
        let more = people.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func words(_ answer: CalendarUser.Answer) -> String {
        switch answer {
        case .none: "no answer"
        case .accepted: "accepted"
        case .declined: "declined"
        case .tentative: "tentative"
        case .delegated: "delegated"
        }
    }
}
