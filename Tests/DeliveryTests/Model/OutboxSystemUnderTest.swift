import Disk
import Foundation
import MailClients
import MailTestSupport
import MailTypes
import Outbox

@testable import MaildirStore
@testable import OutboxModel
@testable import REPL

/// Two homes in a temporary directory, the second a copy of the first, with the sender of the product and a server that
/// counts.
final class OutboxSystemUnderTest {
    private let ground: URL
    private let server = ModelMTA()
    private let clock = SettableClock()
    private let draft: DraftID
    private var sessions: [EditingSessionsAndJournals.Session?] = [nil, nil]
    private var watched: [Int?] = [nil, nil]
    private var moment = 0
    private(set) var isCopied = false

    private static let subject = "once"

    init() throws {
        ground = ProjectFiles.memory.appending(path: "petrel-trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: ground.appending(path: "home0"), withIntermediateDirectories: true)
        clock.set(to: SidecarTransitionTable.moments[0].date.seconds)
        let scene = try DeliveryFixture(
            on: POSIXFileSystem.shared, at: Path(ground.appending(path: "home0").path), "work", server, clock)
        let item = try scene.store().create(TestLetter.letter(Self.subject), at: clock.now())
        guard let id = item.draftID else { throw DraftError.missing(.random()) }
        draft = id
    }

    func remove() {
        sessions = [nil, nil]
        try? FileManager.default.removeItem(at: ground)
    }

    private func scene(_ home: Int, _ stop: Stop? = nil) throws -> DeliveryFixture {
        let disk: any FileSystem = stop.map { StoppingFileSystem(POSIXFileSystem.shared, $0) } ?? POSIXFileSystem.shared
        return try DeliveryFixture(
            on: disk, at: Path(ground.appending(path: "home\(home)").path), "work", server, clock)
    }

    // MARK: - Steps

    /// Returns whether petrel did it.
    func perform(_ act: OutboxHistoryStep) async throws -> Bool {
        do throws(DraftError) {
            switch act.kind {
            case .change(let change): return try self.change(act.home, change)
            case .sendWatched: return try sendWatched(act.home)
            case .endWindow: return try endWindow(act.home)
            case .undo: return try undo(act.home)
            case .killSession:
                defer { (sessions[act.home], watched[act.home]) = (nil, nil) }
                return sessions[act.home] != nil
            case .deliver, .clock, .copyHome: break
            }
        } catch {
            switch error {
            case .missing, .beingSent: return false
            case .file, .newer: throw error
            }
        }
        switch act.kind {
        case .deliver(let answer, let stop): try await deliver(act.home, answer, stop)
        case .clock(let moment): return set(moment)
        case .copyHome: return try copyHome()
        default: break
        }
        return true
    }

    private func store(_ home: Int) throws(DraftError) -> DraftStore {
        do { return try scene(home).store() } catch { throw .missing(draft) }
    }

    private func change(_ home: Int, _ change: SidecarTransitionTable.Change) throws(DraftError) -> Bool {
        let (store, now) = (try store(home), clock.now())
        let moment = DateAndUptime(now, clock.uptime())
        switch change {
        case .sendNow: _ = try send(home) { _ in }
        case .sendLater: _ = try send(home) { $0.sendAfter = SidecarTransitionTable.planned }
        case .takeBack: _ = try store.takeBack(draft, at: now)
        case .retry: return try store.advance(draft, at: now) { $0.requeue(at: moment) } != nil
        case .confirm: return try store.advance(draft, at: now) { $0.confirm(at: now) } != nil
        case .release: return try store.advance(draft, at: now) { $0.hold != nil && $0.release(at: moment, nil) } != nil
        default: return false
        }
        return true
    }

    private func send(_ home: Int, _ describe: (inout Sidecar) -> Void) throws(DraftError) -> DraftItem {
        let moment = DateAndUptime(clock.now(), clock.uptime())
        return try store(home).queue(TestLetter.letter(Self.subject), from: draft, at: moment.date) {
            $0.queuedMoment = moment
            describe(&$0)
        }
    }

    // MARK: - Undo windows

    private func sendWatched(_ home: Int) throws(DraftError) -> Bool {
        if sessions[home] != nil { return false }
        let session: EditingSessionsAndJournals.Session
        let state = try store(home).state
        do throws(FileError) { session = try EditingSessionsAndJournals(in: state).begin() } catch {
            throw .file(error)
        }
        let item = try send(home) { $0.undo = UndoWindowOwner(session: session.id, window: 1) }
        (sessions[home], watched[home]) = (session, item.sidecar?.outboxNumber)
        return true
    }

    private func endWindow(_ home: Int) throws(DraftError) -> Bool {
        guard sessions[home] != nil else { return false }
        defer { (sessions[home], watched[home]) = (nil, nil) }
        do throws(DraftError) {
            _ = try store(home).endUndoWindow(of: draft, numbered: watched[home], at: clock.now())
        } catch .missing {
            // It was taken back meanwhile.
        }
        return true
    }

    private func undo(_ home: Int) throws(DraftError) -> Bool {
        guard sessions[home] != nil else { return false }
        _ = try store(home).takeBack(draft, numbered: watched[home], at: clock.now())
        (sessions[home], watched[home]) = (nil, nil)
        return true
    }

    // MARK: - Sending

    private func deliver(_ home: Int, _ answer: OutboxHistoryStep.Answer, _ number: Int?) async throws {
        server.refuse(nil)
        server.set { _ in }
        switch answer {
        case .accepted: break
        case .refused: server.set { $0.answers[.end] = "550 5.7.1 no\r\n" }
        case .postponed: server.set { $0.answers[.end] = "451 4.3.0 later\r\n" }
        case .unanswered: server.set { $0.answers[.end] = "" }
        case .cut: server.cutNext(ModelMTA.Cut(place: .heard(300), ending: .reset))
        case .noServer: server.refuse(.timedOut)
        }
        let scene = try scene(home, number.map { Stop(before: $0) })
        // A sender that was killed reports nothing.
        do { try await scene.deliver() } catch { if number == nil { throw error } }
        // The wait for an answer is not one of the model's times.
        set(clock: moment)
    }

    // MARK: - Surroundings

    private func set(_ next: Int) -> Bool {
        set(clock: next)
        moment = next
        return true
    }

    private func set(clock next: Int) {
        let target = SidecarTransitionTable.moments[next]
        if let uptime = target.uptime { clock.set(uptime: uptime.seconds) }
        clock.set(to: target.date.seconds)
    }

    private func copyHome() throws -> Bool {
        if isCopied { return false }
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"),
            ["cp", "-a", ground.appending(path: "home0").path, ground.appending(path: "home1").path])
        isCopied = run.exitCode == 0
        return isCopied
    }

    // MARK: - What is seen

    func observe() throws -> SeenState {
        let homes = try (0..<(isCopied ? 2 : 1)).map { home in try observe(home) }
        return SeenState(homes: homes, accepted: server.accepted.count)
    }

    private func observe(_ home: Int) throws -> SeenHome {
        let scene = try scene(home)
        let contents = try scene.store().contents(at: clock.now())
        let item = contents.outbox.first ?? contents.drafts.first
        let place: OutboxModelState.Place =
            contents.outbox.isEmpty ? contents.drafts.isEmpty ? .nothing : .draft : .outbox
        let facts = item?.sidecar.map { "\($0.submission) \($0.attempt.map { "\($0.phase)" } ?? "-")" } ?? ""
        var staged = 0
        if let sent = try scene.mail.maildir(.sent),
            let temporary = try? sent.directory.directory(Maildir.temporaryName)
        {
            // A file that was not written to its end has another name.
            staged = try temporary.names().count { SentCopy.isOfPetrel($0) }
        }
        return SeenHome(place: place, sidecar: facts, copies: try scene.sent().count, isStaged: staged > 0)
    }
}
