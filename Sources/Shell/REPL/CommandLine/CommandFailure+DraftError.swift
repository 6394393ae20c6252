internal import Disk
internal import MaildirStore

extension CommandFailure {
    init(_ error: DraftError) {
        switch error {
        case .file(let error):
            self.init(error)
        case .missing:
            self.init(.noInput, "noSuchDraft", "That draft no longer exists. Type: petrel drafts")
        case .beingSent:
            self.init(
                .dataError, "beingSent", "Too late: that message is being sent. Type: petrel outbox")
        case .newer(_, let version):
            self.init(
                .dataError, "newerFormat",
                "A newer petrel wrote that draft (format \(version)). Nothing was changed. Use that petrel.")
        }
    }
}
