import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("What a watched account does next", .holds("Y10", "Y12"))
struct WatchScheduleTests {
    private var schedule = WatchSchedule(polling: .seconds(300), at: .zero)

    private static func time(_ seconds: Double) -> Duration { .milliseconds(Int((seconds * 1000).rounded())) }

    /// Takes an event at a time in seconds, and returns what to do then.
    private mutating func take(_ event: WatchSchedule.Event, at seconds: Double) -> WatchSchedule.Action {
        schedule.take(event, at: Self.time(seconds))
        return schedule.next(at: Self.time(seconds))
    }

    private mutating func syncFirst() {
        #expect(schedule.next(at: .zero) == .sync(nil))
        #expect(take(.synced(hasChanged: true), at: 1) == .listen(until: .seconds(301)))
    }

    @Test("Syncs all mailboxes at once, then at intervals")
    mutating func polling() {
        syncFirst()
        #expect(schedule.next(at: .seconds(300)) == .listen(until: .seconds(301)))
        #expect(schedule.next(at: .seconds(301)) == .sync(nil))
        #expect(take(.synced(hasChanged: false), at: 302) == .listen(until: .seconds(602)))
    }

    @Test("Syncs all mailboxes once more when the server begins to report their changes, then only every 30 minutes")
    mutating func reportedMailboxes() {
        syncFirst()
        #expect(take(.listening(ofAllMailboxes: true), at: 2) == .sync(nil))
        #expect(take(.synced(hasChanged: false), at: 3) == .listen(until: .seconds(1803)))
        #expect(take(.changedOnServer(isElsewhere: true), at: 5) == .sync(nil))
        #expect(take(.synced(hasChanged: true), at: 6) == .listen(until: .seconds(1806)))
    }

    @Test("Does not sync once more if nothing has changed before the first report")
    mutating func reportedUnchanged() {
        syncFirst()
        #expect(take(.listening(ofAllMailboxes: true, isUnchanged: true), at: 2) == .listen(until: .seconds(1802)))
    }

    @Test("Syncs all mailboxes once more if the last sync was only of some")
    mutating func reportedAfterPartialSync() {
        syncFirst()
        #expect(take(.changedOnServer(isElsewhere: false), at: 5) == .sync([.inbox]))
        #expect(take(.synced(hasChanged: true), at: 6) == .listen(until: .seconds(301)))
        #expect(take(.listening(ofAllMailboxes: true, isUnchanged: true), at: 7) == .sync(nil))
    }

    @Test("Syncs all mailboxes at the usual interval again when the server no longer reports their changes")
    mutating func endOfReports() {
        syncFirst()
        _ = take(.listening(ofAllMailboxes: true), at: 2)
        _ = take(.synced(hasChanged: false), at: 3)
        #expect(take(.listening(ofAllMailboxes: false), at: 10) == .listen(until: .seconds(310)))
        #expect(schedule.next(at: .seconds(310)) == .sync(nil))
        #expect(take(.synced(hasChanged: false), at: 311) == .listen(until: .seconds(611)))
    }

    @Test("Syncs the inbox when the server reports a change of it")
    mutating func serverChange() {
        syncFirst()
        #expect(take(.changedOnServer(isElsewhere: false), at: 5) == .sync([.inbox]))
        #expect(take(.synced(hasChanged: true), at: 6) == .listen(until: .seconds(301)))
    }

    @Test("Syncs all mailboxes when the server reports a change of another one")
    mutating func changeElsewhere() {
        syncFirst()
        #expect(take(.changedOnServer(isElsewhere: true), at: 5) == .sync(nil))
    }

    @Test("Gathers local changes for a moment, then syncs their mailboxes together")
    mutating func localChanges() {
        syncFirst()
        #expect(take(.changedHere([.inbox]), at: 5) == .listen(until: .milliseconds(5100)))
        #expect(take(.changedHere([.archive]), at: 5.05) == .listen(until: .milliseconds(5100)))
        #expect(schedule.next(at: .milliseconds(5100)) == .sync([.inbox, .archive]))
    }

    @Test("Connects again at once when the connection ends, but pauses if that happens twice in 10 s")
    mutating func losses() {
        syncFirst()
        #expect(take(.lost, at: 10) == .sync(nil))
        #expect(take(.synced(hasChanged: false), at: 10.1) == .listen(until: Self.time(310.1)))
        #expect(take(.lost, at: 15) == .pause(until: Self.time(17)))
        #expect(schedule.next(at: Self.time(17)) == .sync(nil))
        #expect(take(.synced(hasChanged: false), at: 18) == .listen(until: Self.time(318)))
        #expect(take(.lost, at: 30) == .sync(nil))
    }

    @Test("After rejected credentials, a restart waits as long as the watch before it would, or until the user asks")
    mutating func restart() {
        schedule.awaitUser(until: .seconds(600))
        #expect(schedule.next(at: .zero) == .pause(until: .seconds(600)))
        #expect(take(.networkChanged, at: 5) == .pause(until: .seconds(600)))
        #expect(take(.requested, at: 6) == .sync(nil))
    }

    @Test("Pauses 2 s after a lost connection, then twice as long each time, at most 60 s")
    mutating func pauses() {
        syncFirst()
        var now = 10.0
        for pause in [2.0, 4, 8, 16, 32, 60, 60, 60] {
            #expect(take(.failed(.connection), at: now) == .pause(until: Self.time(now + pause)))
            now += pause
            #expect(schedule.next(at: Self.time(now)) == .sync(nil))
        }
        #expect(take(.synced(hasChanged: false), at: now) == .listen(until: Self.time(now + 300)))
        #expect(take(.failed(.connection), at: now) == .pause(until: Self.time(now + 2)))
    }

    @Test("Jitter shortens a pause by at most a half")
    mutating func jitter() {
        syncFirst()
        schedule.take(.failed(.connection), at: .seconds(10), jitter: 1)
        #expect(schedule.next(at: .milliseconds(10_999)) != .sync(nil))
        #expect(schedule.next(at: .milliseconds(11_001)) == .sync(nil))
    }

    @Test("Connects at once when the network changes during a pause")
    mutating func network() {
        syncFirst()
        for second in 10..<16 { _ = take(.failed(.connection), at: Double(second)) }
        #expect(take(.networkChanged, at: 20) == .sync(nil))
        #expect(take(.failed(.connection), at: 21) == .pause(until: .seconds(23)))
    }

    @Test("Does not sync when the network changes while everything works")
    mutating func networkWithoutPause() {
        syncFirst()
        #expect(take(.networkChanged, at: 20) == .listen(until: .seconds(301)))
    }

    @Test("Rejected credentials are tried again after 15 minutes or on request, not when the network changes")
    mutating func credentials() {
        syncFirst()
        let pause = WatchSchedule.Action.pause(until: .seconds(910))
        #expect(take(.failed(.credentials), at: 10) == pause)
        #expect(take(.networkChanged, at: 20) == pause)
        #expect(take(.changedHere([.inbox]), at: 30) == pause)
        #expect(take(.requested, at: 40) == .sync(nil))
    }

    @Test("A failed sync of one mailbox is followed by a sync of all")
    mutating func failedMailbox() {
        syncFirst()
        #expect(take(.changedOnServer(isElsewhere: false), at: 5) == .sync([.inbox]))
        #expect(take(.failed(.connection), at: 6) == .pause(until: .seconds(8)))
        #expect(schedule.next(at: .seconds(8)) == .sync(nil))
    }

    @Test("A server that reports changes where there are none is asked less and less often, at least every 10 s")
    mutating func noise() {
        syncFirst()
        var (now, syncs, longest) = (2.0, 0, 0.0)
        var last = now
        while now < 120 {
            let action = take(.changedOnServer(isElsewhere: false), at: now)
            switch action {
            case .sync:
                syncs += 1
                longest = max(longest, now - last)
                last = now
                schedule.take(.synced(hasChanged: false), at: Self.time(now))
            case .listen, .pause: break
            }
            now += 0.01
        }
        #expect(syncs < 40, "\(syncs)")
        #expect(longest <= 10.1, "\(longest)")
    }

    @Test("A doubt about the inbox causes one sync, not an endless series")
    mutating func doubt() {
        syncFirst()
        #expect(take(.changedPerhaps, at: 5) == .sync([.inbox]))
        #expect(take(.synced(hasChanged: false), at: 6) == .listen(until: .seconds(301)))
        #expect(take(.changedPerhaps, at: 7) == .listen(until: .seconds(301)))
    }
}
