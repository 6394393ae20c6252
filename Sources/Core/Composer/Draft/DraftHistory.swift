/// A draft with its undo history since it was opened.
public struct DraftHistory: Sendable {
    public private(set) var draft: Draft
    /// The edits that undo the last changes, the most recent one last.
    private var past: [DraftEdit] = []
    /// The edits that redo what was undone, the next one last.
    private var future: [DraftEdit] = []

    /// The maximum number of undo steps.
    private static let depth = 1000

    public init(_ draft: Draft) {
        self.draft = draft
    }

    public var canUndo: Bool { !past.isEmpty }
    public var canRedo: Bool { !future.isEmpty }

    /// Applies an edit. Returns `false` and changes nothing if the edit does not fit the draft.
    public mutating func perform(_ edit: DraftEdit) -> Bool {
        guard let inverse = draft.apply(edit) else { return false }
        past.append(inverse)
        if past.count > Self.depth { past.removeFirst(past.count - Self.depth) }
        future = []
        return true
    }

    /// Undoes the last change and returns the edit that was applied, for the journal; `nil` if there is nothing to
    /// undo.
    public mutating func undo() -> DraftEdit? {
        guard let edit = past.popLast(), let inverse = draft.apply(edit) else { return nil }
        future.append(inverse)
        return edit
    }

    /// Redoes the last undone change and returns the edit that was applied; `nil` if there is nothing to redo.
    public mutating func redo() -> DraftEdit? {
        guard let edit = future.popLast(), let inverse = draft.apply(edit) else { return nil }
        past.append(inverse)
        return edit
    }
}
