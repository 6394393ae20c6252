public import MailTypes

/// One revision of a draft that goes to the server in the place of the version that it has: first that version goes, then
/// the new one comes. A new draft goes up in the same way, without the first half.
///
/// The version that the server has is claimed before it is removed: whoever else has replaced it meanwhile was first, and
/// then nothing is appended. The claim is written down, so that a version that is gone is known to be gone by this hand.
public enum DraftReplacement: Hashable, Sendable {
    /// It is written down.
    case recorded
    case claiming
    /// The former version is this side's to remove, and that is written down.
    case claimed
    /// `again`: what follows may have been done before.
    case removing(again: Bool)
    case appending(IdempotentAppend)
    /// In one step, where the server can do that.
    case replacing(IdempotentAppend)
    case ended(Outcome)

    public enum Outcome: Hashable, Sendable {
        case stored(UID?)
        /// Somebody else has removed or replaced the version that the server had.
        case conflict
        /// The server does not want the new version. A former one may be gone; the text is safe here.
        case refused
    }

    public enum Event: Hashable, Sendable {
        /// `base`: whether the server has a former version. `isReplacing`: whether REPLACE is offered [RFC 8508].
        case begin(base: Bool, isReplacing: Bool)
        /// Goes on behind a connection that has ended. `isClaimed`: the claim was written down.
        case resume(base: Bool, isClaimed: Bool, isReplacing: Bool)
        case present
        case missing
        case noted
        case removed
        case lost
        case append(IdempotentAppend.Event)
    }

    public enum Effect: Hashable, Sendable {
        /// Marks the former version, and sees whether it is there.
        case claim
        /// Writes down that it was.
        case note
        /// Removes the former version and nothing else.
        case remove
        case append(IdempotentAppend.Effect)
        /// The new version in the place of the former one.
        case replace
        case stop
    }

    /// `nil` where that cannot happen in this state.
    public func after(_ event: Event) -> (state: DraftReplacement, effect: Effect)? {
        switch self {
        case .recorded:
            switch event {
            case .begin(base: false, _): Self.appended(.recorded, .begin)
            case .begin(base: true, isReplacing: true): (.replacing(.sending(again: false)), .replace)
            case .begin(base: true, isReplacing: false): (.claiming, .claim)
            // What was claimed is removed once more: nothing happens where it is gone.
            case .resume(base: true, isClaimed: true, _): (.removing(again: true), .remove)
            case .resume(base: true, isClaimed: false, isReplacing: false): (.claiming, .claim)
            case .resume(base: true, isClaimed: false, isReplacing: true): Self.replaced(.recorded, .resume)
            case .resume(base: false, _, _): Self.appended(.recorded, .resume)
            case .lost: (self, .stop)
            case .present, .missing, .noted, .removed, .append: nil
            }
        case .claiming:
            switch event {
            case .present: (.claimed, .note)
            case .missing: (.ended(.conflict), .stop)
            case .lost: (.recorded, .stop)
            case .begin, .resume, .noted, .removed, .append: nil
            }
        case .claimed:
            switch event {
            case .noted: (.removing(again: false), .remove)
            case .lost: (self, .stop)
            case .begin, .resume, .present, .missing, .removed, .append: nil
            }
        case .removing(let again):
            switch event {
            case .removed: Self.appended(.recorded, again ? .resume : .begin)
            case .lost: (.claimed, .stop)
            case .begin, .resume, .present, .missing, .noted, .append: nil
            }
        case .appending(let append):
            switch event {
            case .append(let event): Self.appended(append, event)
            case .lost: Self.appended(append, .lost)
            case .begin, .resume, .present, .missing, .noted, .removed: nil
            }
        case .replacing(let append):
            switch event {
            case .append(let event): Self.replaced(append, event)
            case .lost: Self.replaced(append, .lost)
            case .begin, .resume, .present, .missing, .noted, .removed: nil
            }
        case .ended: nil
        }
    }

    private static func appended(
        _ append: IdempotentAppend, _ event: IdempotentAppend.Event
    ) -> (state: DraftReplacement, effect: Effect)? {
        guard let (state, effect) = append.after(event) else { return nil }
        if let outcome = state.outcome { return (.ended(outcome), .stop) }
        return (.appending(state), .append(effect))
    }

    private static func replaced(
        _ append: IdempotentAppend, _ event: IdempotentAppend.Event
    ) -> (state: DraftReplacement, effect: Effect)? {
        guard let (state, effect) = append.after(event) else { return nil }
        if let outcome = state.outcome { return (.ended(outcome), .stop) }
        return (.replacing(state), effect == .append ? .replace : .append(effect))
    }
}

extension IdempotentAppend {
    fileprivate var outcome: DraftReplacement.Outcome? {
        switch self {
        case .ended(.stored(let uid)): .stored(uid)
        case .ended(.refused): .refused
        case .recorded, .sending, .creating, .looking, .waiting, .sweeping: nil
        }
    }
}
