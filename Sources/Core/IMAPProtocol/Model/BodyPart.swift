/// A part of a message as a server describes it [RFC 9051 §7.5.2, BODYSTRUCTURE].
///
/// Its number in commands is its place: `1.2` is the second child of the first child of the whole. Only numbers that
/// come from the same server's description mean anything to it.
public struct BodyPart: Hashable, Sendable {
    /// In lower case: `text`, `multipart`. `application` where the server says nothing.
    public var type: [UInt8]
    /// In lower case.
    public var subtype: [UInt8]
    public var parameters: [Parameter] = []
    public var id: [UInt8]?
    public var description: [UInt8]?
    /// In lower case.
    public var encoding: [UInt8]?
    /// Octets as encoded; `nil` where the server does not know.
    public var size: UInt64?
    /// Of a text, or of an embedded message; `nil` where the server does not know.
    public var lines: UInt64?
    public var disposition: Disposition?
    public var languages: [[UInt8]] = []
    public var location: [UInt8]?
    /// Of an embedded message.
    public var envelope: Envelope?
    /// Of a multipart its parts, of an embedded message its body.
    public var children: [BodyPart] = []

    public struct Parameter: Hashable, Sendable {
        /// In lower case.
        public let name: [UInt8]
        public let value: [UInt8]

        public init(name: [UInt8], value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    public struct Disposition: Hashable, Sendable {
        /// In lower case.
        public let kind: [UInt8]
        public let parameters: [Parameter]

        public init(kind: [UInt8], parameters: [Parameter]) {
            self.kind = kind
            self.parameters = parameters
        }
    }

    public init(type: [UInt8], subtype: [UInt8]) {
        self.type = type
        self.subtype = subtype
    }

    public var isMultipart: Bool { type.elementsEqual("multipart".utf8) }

    /// Every part that is no multipart, with the section that fetches it, in the order of the message
    /// [RFC 9051 §6.4.5.1].
    public var leaves: [(section: BodySection, part: BodyPart)] {
        var leaves: [(section: BodySection, part: BodyPart)] = []
        collect([], &leaves)
        return leaves
    }

    private func collect(_ path: [UInt32], _ leaves: inout [(section: BodySection, part: BodyPart)]) {
        guard isMultipart else {
            leaves.append((BodySection(part: path.isEmpty ? [1] : path), self))
            return
        }
        for (index, child) in children.enumerated() { child.collect(path + [UInt32(index + 1)], &leaves) }
    }
}
