/// A part of a message as described by the server [RFC 9051 §7.5.2, BODYSTRUCTURE].
///
/// Its position is its part number in commands: `1.2` is the second child of the first child of the root. A part number
/// is valid only on the server that sent the description.
public struct BodyPart: Hashable, Sendable {
    /// In lower case: `text`, `multipart`. `application` if the server does not report a type.
    public var type: [UInt8]
    /// In lower case.
    public var subtype: [UInt8]
    public var parameters: [Parameter] = []
    public var id: [UInt8]?
    public var description: [UInt8]?
    /// In lower case.
    public var encoding: [UInt8]?
    /// The size of the encoded content in bytes. `nil` if unknown.
    public var size: UInt64?
    /// The number of lines of a text or of an embedded message. `nil` if unknown.
    public var lines: UInt64?
    public var disposition: Disposition?
    public var languages: [[UInt8]] = []
    public var location: [UInt8]?
    /// The envelope of an embedded message.
    public var envelope: Envelope?
    /// The parts of a multipart, or the body of an embedded message.
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

    /// All parts other than multiparts, with the sections that fetch them, in message order [RFC 9051 §6.4.5.1].
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
