// Runs the client side of an IMAP session on bytes, without a network: the caller sends and receives them.
import IMAPProtocol

var session = IMAPSession(.implicitTLS)
session.receive(Array("* PREAUTH [CAPABILITY IMAP4rev1 IDLE] ready\r\n".utf8))
while let event = try session.next() { print(event) }

let (tag, command) = try session.submit(.noop)
print("tag \(tag), \(command)")
session.receive(Array("* 3 EXISTS\r\n\(tag) OK done\r\n".utf8))
while let event = try session.next() { print(event) }
print("in flight:", session.hasCommandsInFlight)
