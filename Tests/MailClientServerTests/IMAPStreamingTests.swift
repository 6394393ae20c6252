import Foundation
import IMAPProtocol
import MailTestSupport
import MailTypes
import Synchronization
import Testing

@testable import MailClients

extension IMAPMessageTests {
    @Suite("Large and many messages", .holds("PX6"))
    struct Streaming {
        /// A message of many lines that is generated on demand.
        private struct LongMessage {
            private let content: Data
            private static let line = "0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ\r\n"

            /// `lines` is the number of lines of the body.
            init(lines: Int) {
                content = Data(("Subject: large\r\n\r\n" + String(repeating: Self.line, count: lines)).utf8)
            }

            var count: Int { content.count }

            /// At most `limit` bytes from an offset.
            func octets(_ offset: Int, _ limit: Int) -> Data {
                content[min(count, offset)..<min(count, offset + limit)]
            }
        }

        /// Compares the fetched content with the message as it arrives.
        private struct StreamComparison {
            let message: LongMessage
            private(set) var count = 0
            private(set) var isSame = true
            private(set) var largest = 0
            private(set) var announced: Int?
            private(set) var ends = 0

            init(of message: LongMessage) {
                self.message = message
            }

            mutating func take(_ fetched: IMAPFetched) {
                switch fetched {
                case .content(.begin(_, _, let size)): announced = size
                case .content(.octets(let octets)):
                    isSame = isSame && Data(octets) == message.octets(count, octets.count)
                    count += octets.count
                    largest = max(largest, octets.count)
                case .content(.end): ends += 1
                case .message, .vanished: break
                }
            }
        }

        @Test(
            "A message of 50 MB is appended and fetched unchanged, in bounded pieces",
            arguments: IMAPMessageTests.servers.filter {
                ["dovecot", "dovecot-plain", "cyrus", "model"].contains($0.name)
            })
        func large(_ server: IMAPServerUnderTest) async throws {
            let message = LongMessage(lines: 780_000)
            #expect(message.count > 50_000_000)
            try await server.withMailbox { client, mailbox in
                let largestRequest = Mutex(0)
                let source = MessageSource { offset, count throws(MessageSource.Failure) in
                    largestRequest.withLock { $0 = max($0, count) }
                    return Array(message.octets(offset, count))
                }
                _ = try await client.append(AppendCommand(mailbox, size: message.count), source)
                #expect(largestRequest.withLock { $0 } <= 1 << 16)
                let uid = try #require(try await client.search(SearchCommand(.all)).last)
                var arrival = StreamComparison(of: message)
                try await client.fetch(FetchCommand(UIDSet(uid), [.content(.whole)])) { arrival.take($0) }
                #expect(arrival.count == message.count && arrival.announced == message.count && arrival.ends == 1)
                #expect(arrival.isSame)
                #expect(arrival.largest <= 1 << 17)
            }
        }

        @Test("Fetches content in whole, in part, and out of range", arguments: IMAPMessageTests.servers)
        func parts(_ server: IMAPServerUnderTest) async throws {
            try await server.withMailbox { client, mailbox in
                var messages: [[UInt8]] = []
                for number in 0..<20 {
                    let body = String(repeating: "line \(number)\r\n", count: number * 100)
                    messages.append(sampleMessage("\(number)", body: body))
                    _ = try await client.append(
                        AppendCommand(mailbox, size: messages[number].count), MessageSource(messages[number]))
                }
                try await client.run(.noop)
                let uids = try await client.search(SearchCommand(.all))
                #expect(try await client.contents(of: uids, [.content(.whole)]).contents == messages)
                let last = try #require(uids.last)
                let part = FetchItem.content(.whole, .range(start: 10, count: 1000))
                let fetched = try await client.contents(of: UIDSet(last), [part])
                #expect(fetched.contents == [Array(messages[19][10..<1010])])
                let beyond = FetchItem.content(.whole, .range(start: 10_000_000, count: 10))
                #expect(try await client.contents(of: UIDSet(last), [beyond]).contents.allSatisfy(\.isEmpty))
                let missing = FetchItem.content(BodySection(part: [9]))
                #expect(try await client.contents(of: UIDSet(last), [missing]).contents.allSatisfy(\.isEmpty))
                if await client.capabilities.contains(.binary) {
                    let decoded = try await client.contents(of: UIDSet(last), [.binary(BodySection(part: [1]))])
                    let body = try #require(
                        messages[19].indices.first { messages[19][$0...].starts(with: "\r\n\r\n".utf8) })
                    #expect(decoded.contents == [Array(messages[19][(body + 4)...])])
                }
            }
        }
    }
}
