/// A draft, and what was done to it since it was opened.
public struct DraftHistory: Sendable {
    public private(set) var draft: Draft
    /// What takes the last changes back, the latest at the end.
    private var past: [DraftEdit] = []
    /// What does again what was taken back, the next at the end.
    private var future: [DraftEdit] = []

    /// So many changes can be taken back.
    private static let depth = 1000

    public init(_ draft: Draft) {
        self.draft = draft
    }

    public var canUndo: Bool { !past.isEmpty }
    public var canRedo: Bool { !future.isEmpty }

    /// Whether the edit was one of this draft's; else nothing is changed.
    public mutating func perform(_ edit: DraftEdit) -> Bool {
        guard let inverse = draft.apply(edit) else { return false }
        past.append(inverse)
        if past.count > Self.depth { past.removeFirst(past.count - Self.depth) }
        future = []
        return true
    }

    /// Takes the last change back, and gives the edit that did it, for the journal; `nil` where there is none.
    public mutating func undo() -> DraftEdit? {
        guard let edit = past.popLast(), let inverse = draft.apply(edit) else { return nil }
        future.append(inverse)
        return edit
    }

    /// Does again what was taken back last.
    public mutating func redo() -> DraftEdit? {
        guard let edit = future.popLast(), let inverse = draft.apply(edit) else { return nil }
        past.append(inverse)
        return edit
    }
}
