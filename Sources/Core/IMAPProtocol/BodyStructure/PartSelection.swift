/// The parts of a message to fetch if the account downloads text only, chosen from the message's BODYSTRUCTURE.
public enum PartSelection: Hashable, Sendable {
    /// Fetch the whole message: nothing would be left out, or the message cannot be split without changing its meaning.
    case whole
    /// Fetch these parts. At least one part is left out or truncated.
    case parts(ChosenPart)

    /// Text parts are truncated to this many bytes [FR-SYNC-01].
    public static let longestText: UInt64 = 10_000_000
    /// The maximum total size in bytes of the text to assemble in memory. Large text parts beyond it are left out like
    /// attachments.
    static let mostText: UInt64 = 16_000_000
    /// The maximum size in bytes of a part that is neither message text nor an attachment, such as a delivery status.
    private static let longestStructure: UInt64 = 65_536
    private static let deepest = 16
    private static let mostParts = 60

    /// Selects `whole` if the structure is invalid or too complex, or if nothing would be left out.
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
        /// Whether a part is left out or truncated.
        var isPartial = false
    }

    /// Returns `nil` if the structure is invalid or incomplete. `outer` holds the boundaries of the enclosing
    /// multiparts.
    private static func choose(
        _ part: BodyPart, _ path: [UInt32], within outer: [[UInt8]], _ budget: inout Budget
    ) -> ChosenPart? {
        budget.parts += 1
        if part.isMultipart {
            guard let boundary = part.boundary, !part.children.isEmpty else { return nil }
            // If one boundary is a prefix of another, servers and mail readers disagree about which part a delimiter
            // ends.
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
        // The header of a single-part message describes its content, so a reference cannot replace that content.
        guard !path.isEmpty else { return nil }
        budget.isPartial = true
        return ChosenPart(path: own, kind: .missing(size))
    }
}

/// A part of a message, and how much of it to fetch.
public struct ChosenPart: Hashable, Sendable {
    /// Part numbers from the outside in. Empty for the message itself if that is a multipart.
    public let path: [UInt32]
    public let kind: Kind

    public init(path: [UInt32], kind: Kind) {
        self.path = path
        self.kind = kind
    }

    public indirect enum Kind: Hashable, Sendable {
        case multipart(boundary: [UInt8], [ChosenPart])
        case content
        /// Fetch only the beginning of a part with this full size in bytes.
        case beginning(of: UInt64)
        /// Leave a part with this size in bytes on the server.
        case missing(UInt64)
    }

    /// The items to FETCH: the header of the message, the MIME header of each part, and the selected content.
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

    /// The boundary, or `nil` if it is missing or invalid [RFC 2046 §5.1.1].
    fileprivate var boundary: [UInt8]? {
        guard let boundary = parameter("boundary"), (1...70).contains(boundary.count), boundary.last != ASCII.space,
            boundary.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return boundary
    }

    /// Whether the part, or a part inside it, is meaningful only as a whole: signed or encrypted content
    /// [RFC 1847, RFC 8551], reports, references to external content, message fragments, and parts nested more than
    /// `depth` levels deep.
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

    /// Whether the part has a file name. Some programs also name the message text.
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
