import Dispatch
import Glibc
import MailTestSupport
import Synchronization
import Testing
import Threads

@Suite("Background threads", .onOwnThreads)
struct BackgroundThreadsTests {
    @Test("Work that waits does not delay other work")
    func independence() {
        let (gate, started, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        for _ in 0..<50 {
            BackgroundThreads.run {
                started.signal()
                gate.wait()
                ended.signal()
            }
        }
        // All of them are running, because none can end.
        for _ in 0..<50 { started.wait() }
        for _ in 0..<50 { gate.signal() }
        for _ in 0..<50 { ended.wait() }
    }

    @Test("Each piece of work runs once, on threads that are used again")
    func repetition() {
        let count = Atomic(0)
        let reused = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        // A value that each thread has for itself, and that is nil in a new one.
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        for _ in 0..<1000 {
            BackgroundThreads.run { [key] in
                if pthread_getspecific(key) != nil { reused.add(1, ordering: .relaxed) }
                pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
                count.add(1, ordering: .relaxed)
                done.signal()
            }
            done.wait()
        }
        #expect(count.load(ordering: .relaxed) == 1000)
        #expect(reused.load(ordering: .relaxed) > 900)
        pthread_key_delete(key)
    }

    @Test(
        "A loop calls its body once for each number, and for as many at a time as asked", arguments: [0, 1, 2, 7, 1000])
    func loop(_ count: Int) {
        let calls = Mutex([Int](repeating: 0, count: count))
        let running = Atomic(0)
        let most = Atomic(0)
        BackgroundThreads.perform(count, width: 3) { number in
            most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            calls.withLock { $0[number] += 1 }
            running.subtract(1, ordering: .relaxed)
        }
        #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
        #expect(most.load(ordering: .relaxed) <= 3)
    }

    @Test("A background thread blocks the signals that the main thread waits for")
    func signals() {
        let blocked = Mutex<[Int32]>([])
        let done = DispatchSemaphore(value: 0)
        BackgroundThreads.run {
            var mask = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &mask)
            let numbers = [SIGINT, SIGTERM, SIGWINCH, SIGSEGV].filter { sigismember(&mask, $0) == 1 }
            blocked.withLock { $0 = numbers }
            done.signal()
        }
        done.wait()
        #expect(blocked.withLock(\.self) == [SIGINT, SIGTERM, SIGWINCH])
    }
}
