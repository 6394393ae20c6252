internal import JSONText
internal import MailTypes
public import Outbox

extension Sidecar {
    /// The progress of handing over the message; `nil` before the first attempt.
    public var attempt: DeliveryProgress? {
        get { object["attempt"]?.object.flatMap { DeliveryProgress($0) } }
        set {
            guard let newValue else {
                object["attempt"] = .null
                return
            }
            object["attempt"] = .object(newValue.json(over: object["attempt"]?.object ?? JSONObject()))
        }
    }

    /// When the message was queued, in a form that changes of the clock do not affect.
    public var queuedMoment: DateAndUptime? {
        get { queuedDate.map { DateAndUptime($0, object["sendQueuedUptime"]?.object.flatMap { Uptime($0) }) } }
        set {
            queuedDate = newValue?.date
            object["sendQueuedUptime"] = newValue?.uptime.map { .object($0.json) }
        }
    }
}

extension Uptime {
    fileprivate init?(_ json: JSONObject) {
        guard let boot = json["boot"]?.string, let seconds = json["seconds"]?.integer else { return nil }
        self.init(boot: boot, seconds: seconds)
    }

    fileprivate var json: JSONObject {
        JSONObject([("boot", .string(boot)), ("seconds", .integer(seconds))])
    }
}

extension DeliveryProgress.SentCopy {
    fileprivate init(_ json: JSONObject) {
        self.init(
            isShown: json["isShown"]?.bool ?? false, reusesMessageID: json["reusesMessageId"]?.bool ?? false)
    }

    fileprivate var json: JSONObject {
        JSONObject([("isShown", .bool(isShown)), ("reusesMessageId", .bool(reusesMessageID))])
    }
}

extension DeliveryProgress.Refusal {
    fileprivate init?(_ json: JSONObject) {
        guard let address = json["address"]?.string, let code = json["code"]?.integer else { return nil }
        self.init(address, code: Int(truncatingIfNeeded: code), text: json["text"]?.string ?? "")
    }

    fileprivate var json: JSONObject {
        JSONObject([("address", .string(address)), ("code", .integer(code)), ("text", .string(text))])
    }
}

extension DeliveryProgress {
    private static let acceptedWord = "accepted"
    private static let committingWord = "committing"

    fileprivate init?(_ json: JSONObject) {
        guard let phase = json["phase"]?.string.flatMap({ Phase(rawValue: $0) }) else { return nil }
        let recipients = json["recipients"]?.object?.members ?? []
        self.init(
            phase, started: Instant(seconds: json["started"]?.integer ?? 0),
            accepted: recipients.filter { $0.value.string == Self.acceptedWord }.map(\.name),
            committing: recipients.filter { $0.value.string == Self.committingWord }.map(\.name),
            obstacle: json["waitsFor"]?.string.flatMap { Obstacle(rawValue: $0) })
        ended = json["ended"]?.integer.map { Instant(seconds: $0) }
        refused = (json["refused"]?.array ?? []).compactMap { $0.object.flatMap { Refusal($0) } }
        sentCopy = json["sentCopy"]?.object.map { SentCopy($0) }
    }

    fileprivate func json(over former: JSONObject) -> JSONObject {
        var json = former
        json["phase"] = .string(phase.rawValue)
        json["started"] = .integer(started.seconds)
        json["ended"] = ended.map { .integer($0.seconds) } ?? .null
        json["recipients"] = .object(recipients)
        json["waitsFor"] = obstacle.map { .string($0.rawValue) } ?? .null
        json["refused"] = refused.isEmpty ? nil : .array(refused.map { .object($0.json) })
        json["sentCopy"] = sentCopy.map { .object($0.json) }
        return json
    }

    /// Each recipient once: the JSON parser rejects duplicate names.
    private var recipients: JSONObject {
        var object = JSONObject()
        var known: Set<EmailAddress> = []
        for (names, word) in [(accepted, Self.acceptedWord), (committing, Self.committingWord)] {
            for name in names where known.insert(EmailAddress(name)).inserted { object[new: name] = .string(word) }
        }
        return object
    }
}
