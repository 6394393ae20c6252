import Disk
import Foundation
import MailTestSupport
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("A sync while another process syncs the account", .onOwnThreads, .timeLimit(.minutes(5)), .holds("M05"))
struct SyncBesideOtherProcessTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        try home.make("state/work")
        server.deliver(subject: "Letter 1")
    }

    /// Holds the lock of the account, as a process does that sends in the background.
    private func holdLock() throws -> FileLock {
        let state = try Directory.open(Path(home.directory.path + "/state/work"), on: POSIXFileSystem.shared)
        return try #require(try state.lock(Array("lock".utf8), waiting: false))
    }

    @Test("The sync begins when the other one has ended")
    func waits() throws {
        let lock = Mutex<FileLock?>(try holdLock())
        let end = Thread {
            usleep(500_000)
            lock.withLock { $0 = nil }
        }
        end.start()
        let run = home.petrel("sync", reaching: server.connections())
        #expect(run.exitCode == .done && run.text == "work: 1 new message.\n", "\(run.text)\(run.errorText)")
        #expect(lock.withLock { $0 == nil })
    }

    @Test("At the prompt, Ctrl-C ends the wait, and the sync is reported when it ends")
    func stopped() throws {
        let lock = Mutex<FileLock?>(try holdLock())
        let isStopped = Atomic(false)
        let run = home.petrel(
            [], typing: ["sync", "@release", "@…", "quit"], reaching: server.connections(),
            meanwhile: { _ in lock.withLock { $0 = nil } },
            stopping: { !isStopped.exchange(true, ordering: .relaxed) })
        #expect(run.errorText.contains("Stopped waiting. work is synced in the background."), "\(run.errorText)")
        #expect(run.told == ["* work: 1 new message."], "\(run.told)")
    }

    @Test("A stopped process that holds the account is reported with what to do")
    func stoppedHolder() throws {
        let holder = try StoppedLockHolder(of: home.directory.path + "/state/work/lock")
        let run = home.petrel("sync", reaching: server.connections())
        holder.finish()
        #expect(run.exitCode == .temporaryFailure, "\(run.errorText)")
        #expect(run.errorText.contains("kill -CONT \(holder.processID)"), "\(run.errorText)")
    }
}
