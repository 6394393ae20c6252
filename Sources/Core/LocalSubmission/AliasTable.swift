/// Finds the addresses that a local name such as `root` stands for.
///
/// The files are asked in order: the user's own one first, then that of the system. A name that is in none of them has
/// the address of its user, if it is known, or else that of the name `default`.
public struct AliasTable: Sendable {
    /// A file and its name for messages.
    public struct Source: Sendable {
        public let name: String
        public let file: AliasFile

        public init(_ name: String, _ file: AliasFile) {
            self.name = name
            self.file = file
        }
    }

    /// Why a local name has no address. Each says where the alias is.
    public enum Failure: Error, Hashable, Sendable {
        case unknown(name: String, from: Place?)
        /// The names lead back to one of them.
        case loop([String], Place)
        /// The names lead over more than the maximum number of aliases.
        case tooDeep(name: String, Place)
        case refused(name: String, AliasFile.Refusal, Place)
        /// An alias contains more than the maximum number of addresses.
        case tooMany(name: String)
    }

    /// A line of a file.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        public let file: String
        public let line: Int

        public init(file: String, line: Int) {
            self.file = file
            self.line = line
        }

        public var description: String { "\(file), line \(line)" }
    }

    private let sources: [Source]
    /// The addresses of users of this machine, by name in lower case.
    private let users: [String: String]

    /// The maximum number of addresses of one name.
    private static let mostAddresses = 1000
    /// The maximum number of aliases that lead to an address.
    private static let deepest = 50
    private static let fallback = "default"

    public init(_ sources: [Source] = [], users: [String: String] = [:]) {
        self.sources = sources
        self.users = Dictionary(
            users.map { (AliasFile.lowercased($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the addresses of a local name, in order and each once.
    public func addresses(of name: String) throws(Failure) -> [String] {
        var found: [String] = []
        try expand(AliasFile.lowercased(name.utf8), from: nil, path: [], into: &found)
        var seen: Set<[UInt8]> = []
        return found.filter { seen.insert(Array($0.utf8)).inserted }
    }

    private func expand(
        _ name: String, from place: Place?, path: [String], into found: inout [String]
    ) throws(Failure) {
        if path.contains(name), let place { throw .loop(path + [name], place) }
        if path.count >= Self.deepest, let place { throw .tooDeep(name: name, place) }
        guard let (entry, source) = entry(of: name) else {
            try literal(name, from: place, path: path, into: &found)
            return
        }
        let here = Place(file: source, line: entry.line)
        for target in entry.targets {
            switch target {
            case .address(let address):
                guard let other = Self.localName(in: address) else {
                    found.append(address)
                    continue
                }
                if other == name {
                    try literal(name, from: here, path: path, into: &found)
                } else {
                    try expand(other, from: here, path: path + [name], into: &found)
                }
            case .name(let other) where other == name:
                // `kim: kim, ana@example.org` keeps the mail of kim.
                try literal(name, from: here, path: path, into: &found)
            case .name(let other): try expand(other, from: here, path: path + [name], into: &found)
            case .literal(let other): try literal(other, from: here, path: path + [name], into: &found)
            case .refused(let refusal): throw .refused(name: name, refusal, here)
            }
            if found.count > Self.mostAddresses { throw .tooMany(name: name) }
        }
    }

    /// Returns the local name in an address such as `root@localhost`.
    private static func localName(in address: String) -> String? {
        guard let at = address.utf8.lastIndex(of: 0x40) else { return nil }
        let domain = AliasFile.lowercased(address[address.utf8.index(after: at)...].utf8)
        guard domain == "localhost" || domain == "localhost.localdomain", at != address.startIndex else { return nil }
        return AliasFile.lowercased(address[..<at].utf8)
    }

    /// Adds the address of a name that is not replaced by an alias.
    private func literal(
        _ name: String, from place: Place?, path: [String], into found: inout [String]
    ) throws(Failure) {
        if let address = users[name] {
            found.append(address)
        } else if name != Self.fallback, !path.contains(Self.fallback), entry(of: Self.fallback) != nil {
            try expand(Self.fallback, from: place, path: path, into: &found)
        } else {
            throw .unknown(name: name, from: place)
        }
    }

    private func entry(of name: String) -> (AliasFile.Entry, String)? {
        for source in sources {
            if let entry = source.file.entries[name] { return (entry, source.name) }
        }
        return nil
    }
}
