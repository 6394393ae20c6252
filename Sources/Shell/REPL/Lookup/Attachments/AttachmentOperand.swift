internal import Disk
internal import MailTypes

/// How users name an attachment: `ID aN` or `ID/aN`.
enum AttachmentOperand {
    /// Parses the message, the number of the part and the destination: `ID aN PATH` or `ID/aN PATH`. Without a path,
    /// the attachment is saved in the working directory under the name that the sender gave.
    static func operands(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (id: [UInt8], number: Int, path: Path) {
        let operands = invocation.operands
        if let (id, number) = split(operands[0]), operands.count <= 2 {
            return (id, number, Path(operands.count == 2 ? operands[1] : [0x2E]))
        }
        guard operands.count == 3 || operands.count == 2, let number = attachment(operands[1][...]) else {
            throw .usage("Say which file: save ID a1 PATH. Type: petrel help save")
        }
        return (operands[0], number, Path(operands.count == 3 ? operands[2] : [0x2E]))
    }

    /// Splits `ID/aN`; returns `nil` for any other word.
    static func split(_ operand: [UInt8]) -> (id: [UInt8], number: Int)? {
        guard let slash = operand.lastIndex(of: 0x2F), let number = attachment(operand[(slash + 1)...]) else {
            return nil
        }
        return (Array(operand[..<slash]), number)
    }

    /// Returns the error for a message that has no attachment with this number.
    static func missing(_ number: Int, of count: Int) -> CommandFailure {
        let files = count == 0 ? "no file" : count.counted("file")
        return CommandFailure(
            .noInput, "noSuchAttachment",
            "That message has \(files), and no a\(number). Type: petrel attachments ID")
    }

    /// Returns the N of `aN`.
    static func attachment(_ word: ArraySlice<UInt8>) -> Int? {
        guard word.first == 0x61, word.count <= 5 else { return nil }
        let digits = word.dropFirst()
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
