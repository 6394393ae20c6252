import Foundation

/// A name server that never answers.
struct SilentNameServer {
    private let socket: LoopbackSocket
    var port: UInt16 { socket.port }

    init() throws {
        socket = try LoopbackSocket(Int32(SOCK_DGRAM.rawValue))
    }
}

/// A name server that gives the same answer to every query: the given flags, counts and data after the question.
final class AnsweringNameServer: Sendable {
    private let socket: LoopbackSocket
    var port: UInt16 { socket.port }

    init(flags: UInt16, records: UInt16, behindQuestion: [UInt8]) throws {
        let socket = try LoopbackSocket(Int32(SOCK_DGRAM.rawValue))
        self.socket = socket
        // A few queries are enough. Closing the socket also ends the thread.
        Thread.detachNewThread {
            for _ in 0..<8 {
                var question = [UInt8](repeating: 0, count: 512)
                var asker = sockaddr()
                var length = socklen_t(MemoryLayout<sockaddr>.size)
                let count = recvfrom(socket.descriptor, &question, 512, 0, &asker, &length)
                guard count > 12 else { return }
                // Drop the EDNS record of the query, which announces the size limit of answers.
                var end = 12
                while question[end] != 0 { end += Int(question[end]) + 1 }
                let header =
                    question[..<2] + [UInt8(flags >> 8), UInt8(flags & 0xFF), 0, 1]
                    + [UInt8(records >> 8), UInt8(records & 0xFF), 0, 0, 0, 0]
                let answer = header + question[12..<(end + 5)] + behindQuestion
                sendto(socket.descriptor, Array(answer), answer.count, 0, &asker, length)
            }
        }
    }
}
