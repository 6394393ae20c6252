import Disk
import Foundation
import MailTestSupport
import Testing

@Suite("Interrupted calls", .holds("PD4"))
struct InterruptedCallTests {
    @Test("Retries calls that are interrupted by signals", .timeLimit(.minutes(1)))
    func interrupted() throws {
        let ground = try ScratchDirectory(.posix)
        try ground.plant(.file, "lock")
        let directory = try ground.directory
        // A handler without SA_RESTART, so that slow calls fail with EINTR.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGUSR1, &action, nil)
        let target = pthread_self()
        let isDone = Flag()
        let hasEnded = DispatchSemaphore(value: 0)
        let sender = Thread {
            while !isDone.isSet {
                pthread_kill(target, SIGUSR1)
                usleep(50)
            }
            hasEnded.signal()
        }
        sender.start()
        // A signal must not be sent to a thread that has ended, so wait for the sender to end first.
        defer {
            isDone.set()
            hasEnded.wait()
        }
        let content = [UInt8](repeating: 0x61, count: 1 << 20)
        for number in 0..<20 {
            let name = Array("m\(number)")
            try directory.write(content, as: name, .new, through: directory, named: Array("t"))
            #expect(try directory.contents(of: name) == content)
        }
        // A file operation is rarely slow enough to be interrupted, but waiting for a lock is.
        let holder = try LockHolder(Path("\(ground.path)/lock"), seconds: "0.3")
        #expect(try directory.lock(Array("lock"), waiting: true) != nil)
        holder.end()
    }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
