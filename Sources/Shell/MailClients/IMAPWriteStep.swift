internal import Platform
private import Synchronization

/// When an exchange has last written something. While a large message is written, the server has nothing to answer.
final class WriteProgress: Sendable {
    private let clock: any Clock
    private let last = Mutex<Duration?>(nil)

    init(_ clock: any Clock) {
        self.clock = clock
    }

    func note() {
        let now = clock.elapsed()
        last.withLock { $0 = now }
    }

    /// Returns the next deadline when the server has not answered in time: it may not have received everything yet. Throws
    /// if nothing was written since the previous call, or if that is longer ago than an answer may take.
    func nextDeadline(_ answer: Duration, atMost end: Duration) throws(IMAPClientError) -> Duration {
        let written = last.withLock { $0.take() }
        guard let written, min(written + answer, end) > clock.elapsed() else { throw .stream(.timedOut) }
        return min(written + answer, end)
    }
}

/// Something that an exchange writes, in order.
enum IMAPWriteStep: Sendable {
    case octets([UInt8])
    case content(MessageSource, count: Int)
    /// The stream to which the following items are written.
    case stream(any ByteStream)

    /// Writes items until there are no more or one cannot be written.
    static func write(
        _ items: AsyncStream<IMAPWriteStep>, to stream: any ByteStream, within limit: Duration,
        _ progress: WriteProgress
    ) async -> IMAPClientError? {
        var stream = stream
        do throws(StreamFailure) {
            for await item in items {
                switch item {
                case .stream(let next): stream = next
                case .octets(let octets):
                    try await stream.write(octets, within: limit)
                    progress.note()
                case .content(let source, let count):
                    if let failure = try await write(source, count, to: stream, within: limit, progress) {
                        return failure
                    }
                }
            }
            return nil
        } catch {
            return .stream(error)
        }
    }

    /// Writes exactly `count` bytes. With a literal that is shorter or longer than announced, the server would
    /// interpret message content as commands.
    private static func write(
        _ source: MessageSource, _ count: Int, to stream: any ByteStream, within limit: Duration,
        _ progress: WriteProgress
    ) async throws(StreamFailure) -> IMAPClientError? {
        var offset = 0
        do {
            while offset < count {
                let piece = try await source.read(offset, min(MessageSource.piece, count - offset))
                guard !piece.isEmpty, piece.count <= count - offset else { return .content(nil) }
                try await stream.write(piece, within: limit)
                progress.note()
                offset += piece.count
            }
            return nil
        } catch let failure as MessageSource.Failure {
            return .content(failure)
        } catch let failure as StreamFailure {
            throw failure
        } catch {
            return .content(nil)
        }
    }
}
