import CLinux
import Dispatch
import Glibc
import MailTestSupport
import Synchronization
import Testing
import Threads

/// The tests share one reservation, so they run one after the other.
@Suite(
    "Processor reservation", .serialized, .onOwnThreads,
    .enabled(if: BackgroundThreads.processorCount > 1, "skipped: there is only one processor"))
struct ProcessorReservationTests {
    /// Returns how many processors a thread may use, by default the calling one [proc_pid_status(5), Cpus_allowed].
    private static func processors(of thread: Int32? = nil) -> Int {
        let name = thread.map { "self/task/\($0)" } ?? "thread-self"
        guard let file = fopen("/proc/\(name)/status", "r") else { return 0 }
        defer { fclose(file) }
        var octets = [UInt8](repeating: 0, count: 8192)
        let count = fread(&octets, 1, octets.count, file)
        let line =
            octets.prefix(count).split(separator: 10).first { $0.starts(with: Array("Cpus_allowed:".utf8)) } ?? []
        let mask = line.drop { $0 != 9 }
        return mask.reduce(0) { $0 + (Character(UnicodeScalar($1)).hexDigitValue?.nonzeroBitCount ?? 0) }
    }

    private static func waits(seconds: Double, for condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            if ContinuousClock.now > end { return false }
            usleep(5_000)
        }
        return true
    }

    @Test("Background threads leave a processor free after a key, and use it again when no more keys come")
    func reservation() {
        let all = Self.processors()
        #expect(all > 1)
        let gate = DispatchSemaphore(value: 0)
        let number = Mutex<Int32>(0)
        BackgroundThreads.run {
            number.withLock { $0 = linux_thread_number() }
            gate.wait()
        }
        #expect(Self.waits(seconds: 10) { number.withLock(\.self) != 0 })
        let thread = number.withLock(\.self)
        // Prompts of other tests may have renewed it.
        #expect(Self.waits(seconds: 20) { Self.processors(of: thread) == all })
        ProcessorReservation.renew()
        #expect(Self.waits(seconds: 10) { Self.processors(of: thread) == all - 1 })
        #expect(Self.processors() == all)
        #expect(Self.waits(seconds: 20) { Self.processors(of: thread) == all })
        gate.signal()
    }

    @Test("A thread and a program that a confined thread starts may use all processors, the thread after the last key")
    func inheritance() {
        let all = Self.processors()
        #expect(all > 1)
        let gate = DispatchSemaphore(value: 0)
        let inner = Mutex<Int32>(0)
        let ofProgram = Mutex(0)
        BackgroundThreads.run {
            ProcessorReservation.renew()
            guard Self.waits(seconds: 10, for: { Self.processors() == all - 1 }) else { return }
            ofProgram.withLock { $0 = ProcessorReservation.withAllProcessors { Self.processors() } }
            guard Self.processors() == all - 1 else { return }
            // There may be idle threads, which are used first.
            for _ in 0..<50 {
                BackgroundThreads.run {
                    inner.withLock { $0 = linux_thread_number() }
                    gate.wait()
                }
            }
        }
        #expect(Self.waits(seconds: 20) { inner.withLock(\.self) != 0 })
        let thread = inner.withLock(\.self)
        #expect(ofProgram.withLock(\.self) == all)
        #expect(Self.waits(seconds: 20) { Self.processors(of: thread) == all })
        for _ in 0..<50 { gate.signal() }
    }
}
