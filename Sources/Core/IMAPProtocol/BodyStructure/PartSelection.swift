/// What is fetched of a message by an account that wants text, decided from what the server says of its structure.
public enum PartSelection: Hashable, Sendable {
    /// All of it: nothing would be left out, or it cannot be taken apart without being another message.
    case whole
    /// These parts, of which some are left out or cut.
    case parts(ChosenPart)

    /// A text longer than this many octets is cut [FR-SYNC-01].
    public static let longestText: UInt64 = 10_000_000
    /// Octets of text that are taken apart in memory: what comes behind that is left out like a file.
    static let mostText: UInt64 = 16_000_000
    /// Octets of what is neither text nor file, reports of delivery above all.
    private static let longestStructure: UInt64 = 65_536
    private static let deepest = 16
    private static let mostParts = 60

    /// A structure that is nonsense makes it `whole`, and so does one that nobody needs.
    public init(_ structure: BodyPart) {
        guard !structure.isInseparable(depth: Self.deepest) else {
            self = .whole
            return
        }
        var budget = Budget()
        guard let root = Self.choose(structure, [], within: [], &budget), budget.parts <= Self.mostParts,
            budget.isPartial
        else {
            self = .whole
            return
        }
        self = .parts(root)
    }

    private struct Budget {
        var parts = 0
        var text = PartSelection.mostText
        /// Something is left out or cut.
        var isPartial = false
    }

    /// `nil` where what the server says is not enough. `outer`: the boundaries of the multiparts around it.
    private static func choose(
        _ part: BodyPart, _ path: [UInt32], within outer: [[UInt8]], _ budget: inout Budget
    ) -> ChosenPart? {
        budget.parts += 1
        if part.isMultipart {
            guard let boundary = part.boundary, !part.children.isEmpty else { return nil }
            // Where one begins another, servers and readers differ about whose line a delimiter is.
            guard outer.allSatisfy({ !$0.starts(with: boundary) && !boundary.starts(with: $0) }) else { return nil }
            var children: [ChosenPart] = []
            for (index, child) in part.children.enumerated() {
                guard let chosen = choose(child, path + [UInt32(index + 1)], within: outer + [boundary], &budget) else {
                    return nil
                }
                children.append(chosen)
            }
            return ChosenPart(path: path, kind: .multipart(boundary: boundary, children))
        }
        guard let size = part.size else { return nil }
        let own = path.isEmpty ? [1] : path
        if part.isWantedText, min(size, longestText) <= budget.text {
            budget.text -= min(size, longestText)
            if size <= longestText { return ChosenPart(path: own, kind: .content) }
            budget.isPartial = true
            return ChosenPart(path: own, kind: .beginning(of: size))
        }
        if part.isStructure, size <= longestStructure { return ChosenPart(path: own, kind: .content) }
        // The header of the message says what a message of one part is: another one cannot stand in its place.
        guard !path.isEmpty else { return nil }
        budget.isPartial = true
        return ChosenPart(path: own, kind: .missing(size))
    }
}

/// A part of a message, and what of it is fetched.
public struct ChosenPart: Hashable, Sendable {
    /// Part numbers from the outside in; empty for the message itself, where that is a multipart.
    public let path: [UInt32]
    public let kind: Kind

    public init(path: [UInt32], kind: Kind) {
        self.path = path
        self.kind = kind
    }

    public indirect enum Kind: Hashable, Sendable {
        case multipart(boundary: [UInt8], [ChosenPart])
        case content
        /// So many octets of which only the first are fetched.
        case beginning(of: UInt64)
        /// So many octets that stay where they are.
        case missing(UInt64)
    }

    /// What a FETCH asks for: the header of the message, that of each part, and what is wanted of their content.
    public var items: [FetchItem] {
        var items: [FetchItem] = [.content(.header)]
        collect(isRoot: true, &items)
        return items
    }

    private func collect(isRoot: Bool, _ items: inout [FetchItem]) {
        if !isRoot { items.append(.content(BodySection(part: path, .mime))) }
        switch kind {
        case .multipart(_, let children): for child in children { child.collect(isRoot: false, &items) }
        case .content: items.append(.content(BodySection(part: path)))
        case .beginning:
            items.append(
                .content(BodySection(part: path), .range(start: 0, count: UInt32(PartSelection.longestText))))
        case .missing: break
        }
    }
}

extension BodyPart {
    fileprivate func parameter(_ name: String) -> [UInt8]? {
        parameters.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    fileprivate func has(_ type: String, _ subtype: String) -> Bool {
        self.type.elementsEqual(type.utf8) && self.subtype.elementsEqual(subtype.utf8)
    }

    /// `nil` where it is none that could stand in a line as it is [RFC 2046 §5.1.1].
    fileprivate var boundary: [UInt8]? {
        guard let boundary = parameter("boundary"), (1...70).contains(boundary.count), boundary.last != ASCII.space,
            boundary.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return boundary
    }

    /// Whether it means something only as a whole, or something in it does: signatures and encryption [RFC 1847,
    /// RFC 8551], parts that stand for content elsewhere, reports, and what is too deep.
    fileprivate func isInseparable(depth: Int) -> Bool {
        guard depth > 0 else { return true }
        if isMultipart {
            return has("multipart", "signed") || has("multipart", "encrypted") || has("multipart", "report")
                || children.contains { $0.isInseparable(depth: depth - 1) }
        }
        return has("application", "pkcs7-mime") || has("application", "x-pkcs7-mime") || has("message", "external-body")
            || has("message", "partial")
    }

    private var isFile: Bool { disposition?.kind.elementsEqual("attachment".utf8) ?? false }

    /// Some programs give the text a name, too.
    private var hasName: Bool {
        let names = (disposition?.parameters ?? []).map(\.name) + parameters.map(\.name)
        return names.contains { name in
            let base = name.prefix { $0 != ASCII.asterisk }
            return base.elementsEqual("filename".utf8) || base.elementsEqual("name".utf8)
        }
    }

    private static let longestNamedText: UInt64 = 262_144

    fileprivate var isWantedText: Bool {
        guard !isFile, has("text", "plain") || has("text", "html") || has("text", "calendar") else { return false }
        return !hasName || size ?? .max <= Self.longestNamedText
    }

    fileprivate var isStructure: Bool {
        guard !isFile, !hasName else { return false }
        if type.elementsEqual("message".utf8) { return !has("message", "rfc822") && !has("message", "global") }
        return type.elementsEqual("text".utf8)
    }
}
