import MailTestSupport

/// A state of the model: one message in two homes of an account, the processes there, and the server.
struct OutboxModelState {
    enum Place: UInt8 {
        case nothing, draft, outbox
    }

    /// What a disk holds of the message.
    struct Disk: Equatable {
        var place = Place.nothing
        @Small<UInt16> var sidecar = 0
        /// The copies for Sent: in `tmp`, under petrel's name, and under the name of a message that was uploaded.
        var isStaged = false
        @Small<UInt8> var ownCopies = 0
        @Small<UInt8> var syncedCopies = 0

        var copies: Int { ownCopies + syncedCopies }
        fileprivate var bits: Int {
            Int(place.rawValue) | (isStaged ? 4 : 0) | ownCopies << 3 | syncedCopies << 5 | sidecar << 7
        }
    }

    /// Where a sender is. It holds the lock of the outbox, except when it is `idle`.
    enum Point: UInt8 {
        case idle, loaded, claimed, committed
        /// The final dot is on its way.
        case inFlight
        case heardAccept, heardRefuse, heardPostpone, heardLose
        case filing, staged, noted
        /// Continues the filing of a sender that was killed.
        case refiling
        case placed
    }

    /// A prompt whose user can undo sending.
    struct Session {
        /// The number of the message that it sent; 0 if it does not run.
        var number: UInt8 = 0
        /// The ticks that remain of the undo window, and those that have passed.
        var remaining: UInt8 = 0
        var passed: UInt8 = 0

        fileprivate var bits: Int { Int(number) | Int(remaining) << 3 | Int(passed) << 5 }
    }

    struct Home {
        var disk = Disk()
        /// Whether it is a copy or restored, and petrel has not noticed yet.
        var isMoved = false
        /// Whether the user has ordered in this home, since it was copied, that the message be sent.
        var hasOrder = false
        var sessions = Pair(Session(), Session())
        var senders = Pair(Point.idle, .idle)

        var isQuiet: Bool { senders.allSatisfy { $0 == .idle } && sessions.allSatisfy { $0.number == 0 } }

        fileprivate var bits: Int {
            // Two senders are alike.
            let points = senders[0].rawValue <= senders[1].rawValue ? senders : Pair(senders[1], senders[0])
            return disk.bits | (isMoved ? 1 << 24 : 0) | (hasOrder ? 1 << 25 : 0) | Int(points[0].rawValue) << 26
                | Int(points[1].rawValue) << 30 | sessions[0].bits << 34 | sessions[1].bits << 42
        }
    }

    /// What was broken by the last step.
    enum Fault: UInt8 {
        case none
        case sentEarly, expiredEarly, windowCutShort, windowOfAnother
    }

    var homes = Pair(Home(disk: Disk(place: .draft, sidecar: SidecarTransitionTable.draft)), Home())
    var backup = Disk()
    @Small<UInt8> var moment = 0
    /// Dots whose sender has given up, but which the server may still receive.
    @Small<UInt8> var late = 0
    @Small<UInt8> var accepted = 0
    /// The orders of the user, and those that were withdrawn or ended without delivery.
    @Small<UInt8> var orders = 0
    @Small<UInt8> var withdrawn = 0
    /// Whether the user said that the message has arrived.
    var isConfirmed = false
    @Small<UInt8> var kills = 0
    @Small<UInt8> var failures = 0
    var fault = Fault.none

    var digest: UInt64 {
        var digest = StateDigest()
        for home in homes { digest.add(home.bits) }
        digest.add(
            backup.bits | moment << 24 | late << 27 | accepted << 30 | orders << 33 | withdrawn << 36
                | (isConfirmed ? 1 << 39 : 0) | kills << 40 | failures << 44 | Int(fault.rawValue) << 48)
        return digest.value
    }
}
