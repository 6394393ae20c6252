internal import JSONText

/// What happened to a message being sent, as a line.
struct DeliveryEventLine: Sendable {
    let text: String
    let isProblem: Bool
}

extension DeliveryEventLine {
    /// Reads a line that a worker sent; `nil` if there is none.
    init?(_ object: JSONObject) {
        guard let text = object["text"]?.string else { return nil }
        self.init(text: text, isProblem: object["isProblem"]?.bool ?? false)
    }

    var object: JSONObject { JSONObject([("text", .string(text)), ("isProblem", .bool(isProblem))]) }
}
