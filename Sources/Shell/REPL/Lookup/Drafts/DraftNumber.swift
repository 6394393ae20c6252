internal import JSONText

/// The number of a draft or of a message in the outbox, such as `d7` or `o3`.
enum DraftNumber: Hashable {
    case draft(Int)
    case outbox(Int)

    init?(_ operand: [UInt8]) {
        let digits = operand.dropFirst()
        guard !digits.isEmpty, digits.count <= 9, digits.first != 0x30, digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        switch operand.first {
        case 0x64: self = .draft(number)
        case 0x6F: self = .outbox(number)
        default: return nil
        }
    }
}
