internal import Disk
internal import MailTypes

extension StoreCheck {
    /// Reports problems in drafts and outbox. When repairing, also runs `recover`, which fixes them.
    mutating func draftsAndOutbox() throws(FileError) {
        guard try drafts.exists() else { return }
        let opened = try drafts.open()
        defer { withExtendedLifetime(opened) {} }
        var revisions: [DraftID: [(revision: Int, path: Path)]] = [:]
        for kind in SidecarMaildir.Kind.allCases {
            let box = opened.box(kind)
            for name in try box.strayNames() {
                let path = box.path(ofSidecar: name)
                if repairs { try box.setAside(name, in: drafts.state) }
                report(.strayFile, path, "petrel did not write this. A repair moves it to \"lost\".")
            }
            let found = try drafts.scan(box, at: now)
            for failure in found.failures {
                report(.unreadable, Path(failure.subject), "\(failure) It is not changed.", isRepaired: false)
            }
            for item in found.items {
                judge(item, in: box)
                if let id = item.draftID {
                    revisions[id, default: []].append((item.revision, box.maildir.path(of: item.entry)))
                }
            }
            for name in found.orphans {
                if case .failure(.newer(let version)) = try box.sidecar(name) {
                    report(
                        .newerSidecar, box.path(ofSidecar: name),
                        "A newer petrel wrote this (format \(version)). It is not changed.", isRepaired: false)
                    continue
                }
                report(
                    .orphanedSidecar, box.path(ofSidecar: name),
                    "It describes a missing message: an interrupted write, or a message removed since.")
                if repairs { try box.setAside(name, in: drafts.state) }
            }
        }
        for paths in revisions.sorted(by: { $0.key.text < $1.key.text }).map(\.value) where paths.count > 1 {
            for (_, path) in paths.sorted(by: { $0.revision > $1.revision }).dropFirst() {
                report(
                    .oldRevision, path,
                    "There is a newer revision of this draft. A repair moves this one to \"versions\".")
            }
        }
        if repairs { _ = try drafts.recover(opened, at: now) }
    }

    private mutating func judge(_ item: DraftItem, in box: SidecarMaildir) {
        let path = box.maildir.path(of: item.entry)
        let held = box.kind == .outbox ? " It is not sent until you order it." : ""
        switch item.problem {
        case nil where item.sidecar == nil && box.kind == .outbox:
            report(.unknownDraft, path, "Another program put this message here.\(held)")
        // A new draft written by another program is not a problem.
        case nil: break
        case .newer(let version):
            report(
                .newerSidecar, path, "A newer petrel wrote its metadata (format \(version)).\(held)",
                isRepaired: false)
        case .unreadable, .damaged, .incomplete, .misplaced:
            report(.damagedSidecar, path, "Its metadata is damaged; the message itself is complete.\(held)")
        }
    }
}
