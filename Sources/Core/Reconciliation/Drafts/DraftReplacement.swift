public import MailTypes

/// Replaces the server's version of a draft with a new revision: removes the old version, then appends the new one. A
/// new draft is uploaded in the same way, without the first half.
///
/// The old version is claimed before it is removed: if another client has replaced it in the meantime, nothing is
/// appended. The claim is recorded, so that after a crash petrel knows that it removed the version itself.
public enum DraftReplacement: Hashable, Sendable {
    /// The replacement is recorded in the journal.
    case recorded
    case claiming
    /// The old version was found on the server, so petrel may remove it once the claim is recorded.
    case claimed
    /// `again`: an earlier attempt may already have done the following steps.
    case removing(again: Bool)
    case appending(IdempotentAppend)
    /// Uses REPLACE, which does both steps at once.
    case replacing(IdempotentAppend)
    case ended(Outcome)

    public enum Outcome: Hashable, Sendable {
        case stored(UID?)
        /// Another client has removed or replaced the server's version.
        case conflict
        /// The server rejected the new version. The old one may be gone; the text is safe here.
        case refused
    }

    public enum Event: Hashable, Sendable {
        /// `base`: whether the server has an old version. `isReplacing`: whether the server supports REPLACE
        /// [RFC 8508].
        case begin(base: Bool, isReplacing: Bool)
        /// Continues after a lost connection. `isClaimed`: whether the claim was recorded.
        case resume(base: Bool, isClaimed: Bool, isReplacing: Bool)
        case present
        case missing
        case noted
        case removed
        case lost
        case append(IdempotentAppend.Event)
    }

    public enum Effect: Hashable, Sendable {
        /// Marks the old version and checks whether it still exists.
        case claim
        /// Records the claim.
        case note
        /// Removes the old version only.
        case remove
        case append(IdempotentAppend.Effect)
        /// Replaces the old version with the new one.
        case replace
        case stop
    }

    /// Returns `nil` if the event cannot occur in this state.
    public func after(_ event: Event) -> (state: DraftReplacement, effect: Effect)? {
        switch self {
        case .recorded:
            switch event {
            case .begin(base: false, _): Self.appended(.recorded, .begin)
            case .begin(base: true, isReplacing: true): (.replacing(.sending(again: false)), .replace)
            case .begin(base: true, isReplacing: false): (.claiming, .claim)
            // Remove the claimed version again: this does nothing if it is already gone.
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
            case .missing: (.ended(.conflict), .stop)
            case .begin, .resume, .present, .noted, .removed: nil
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
