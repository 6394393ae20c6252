internal import Disk
internal import InternetMessage
internal import Terminal

extension Console {
    /// Returns the message in a file that the user named; "-" is standard input.
    func message(in operand: [UInt8]) throws(CommandFailure) -> [UInt8] {
        let message: [UInt8]
        do throws(FileError) {
            message =
                operand == [0x2D] ? try FileReading.standardInput() : try FileReading.contents(of: Path(operand))
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        guard Message(message).header.count > 0 else {
            let name = operand == [0x2D] ? "Standard input" : Path(operand).description
            throw CommandFailure(
                .dataError, "notAMessage", "\(name) is not a message: it has no header. Nothing was changed.")
        }
        return message
    }
}
