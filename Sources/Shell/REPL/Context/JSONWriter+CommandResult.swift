extension JSONWriter {
    /// Writes the members that every object begins with.
    mutating func begin(command: String?, ok: Bool) {
        key("v")
        number(1)
        key("cmd")
        string(command)
        key("ok")
        bool(ok)
    }

    mutating func error(code: String, message: String) {
        key("error")
        object { json in
            json.key("code")
            json.string(code)
            json.key("message")
            json.string(message)
        }
    }
}
