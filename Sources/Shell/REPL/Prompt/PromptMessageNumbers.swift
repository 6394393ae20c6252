internal import Accounts
internal import LineEditing
internal import MailIndex
internal import MailTypes

/// The numbers of messages at the prompt. A message keeps its number while the program runs, even if it is moved. A
/// message seen for the first time gets the next number.
struct PromptMessageNumbers {
    struct Key: Hashable {
        let account: [UInt8]
        let id: IndexedMessageID

        init(_ found: IndexedMail.Found) {
            self.init(account: found.account.text, id: found.message.id)
        }

        init(account: String, id: IndexedMessageID) {
            self.account = Array(account.utf8)
            self.id = id
        }
    }

    private var numbers: [Key: Int] = [:]
    private var keys: [Int: Key] = [:]
    /// The mailbox and Message-ID of each message that was seen, by which it is found if its content was replaced.
    private var identities: [Int: Identity] = [:]
    private var highest = 0

    struct Identity {
        let mailbox: MailboxName
        let messageID: MessageID
    }

    mutating func number(of found: IndexedMail.Found) -> Int {
        let number = number(of: Key(found))
        let mailbox = found.message.mailbox
        identities[number] = found.message.content.messageID.map { Identity(mailbox: mailbox, messageID: $0) }
        return number
    }

    mutating func number(of key: Key) -> Int {
        if let number = numbers[key] { return number }
        highest += 1
        numbers[key] = highest
        keys[highest] = key
        return highest
    }

    func key(_ number: Int) -> Key? { keys[number] }

    func identity(_ number: Int) -> Identity? { identities[number] }

    func isNumbered(_ key: Key) -> Bool { numbers[key] != nil }

    /// Keeps the number of a message that has a new id, because it was moved to another mailbox.
    mutating func rename(_ former: Key, to key: Key) {
        guard let number = numbers[former], former != key else { return }
        numbers[former] = nil
        numbers[key] = number
        keys[number] = key
    }
}
