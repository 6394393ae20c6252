/// What the names in a configuration file depend on.
public struct ImportEnvironment: Sendable {
    /// The user's home directory, an absolute path without a slash at the end.
    public let home: String
    /// The environment variables that file names may contain.
    public let variables: [String: String]

    public init(home: String, variables: [String: String] = [:]) {
        self.home = home.utf8.count > 1 && home.utf8.last == 0x2F ? String(home.dropLast()) : home
        self.variables = variables.merging(["HOME": self.home]) { _, home in home }
    }

    /// Returns the absolute path without `.`, `..` and a slash at the end. `~`, `$HOME` and other variables are
    /// replaced; `directory` is where a relative path begins.
    func path(_ text: String, in directory: String? = nil) -> String {
        var text = expanded(text)
        if text.utf8.elementsEqual("~".utf8) { text = home }
        if text.utf8.starts(with: "~/".utf8) { text = home + "/" + text.dropFirst(2) }
        if text.utf8.first != 0x2F { text = (directory ?? home) + "/" + text }
        var pieces: [String] = []
        for piece in text.split(separator: "/") where piece != "." {
            if piece == ".." { _ = pieces.popLast() } else { pieces.append(String(piece)) }
        }
        return "/" + pieces.joined(separator: "/")
    }

    /// Replaces `$NAME` and `${NAME}` if the variable is known.
    private func expanded(_ text: String) -> String {
        guard text.utf8.contains(0x24) else { return text }
        var output: [UInt8] = []
        var cursor = ByteCursor(Array(text.utf8))
        while let byte = cursor.next() {
            let start = cursor.index
            if byte == 0x24, let name = cursor.variableName(), let value = variables[name] {
                output += Array(value.utf8)
            } else {
                cursor.index = start
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    func isInHome(_ path: String) -> Bool {
        path.utf8.starts(with: (home + "/").utf8)
    }

    /// Returns the file with certificate authorities as a path; `nil` if it is one of the system's.
    func authorities(_ text: String) -> String? {
        let path = path(text)
        let system = ["/etc/", "/usr/", "/nix/", "/run/current-system/", "/opt/", "/gnu/", "/var/"]
        return text.isEmpty || text == "system" || system.contains { path.utf8.starts(with: $0.utf8) } ? nil : path
    }
}
