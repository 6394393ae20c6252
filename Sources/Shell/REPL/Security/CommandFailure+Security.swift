internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailTypes
internal import MessageSecurity

extension CommandFailure {
    /// `consequence`: what it means for the mail.
    static func security(_ failure: GnuPG.Failure, _ consequence: String) -> CommandFailure {
        let sentence = SecuritySentence.of(failure)
        let text = sentence.prefix(1) == "g" ? sentence : sentence.prefix(1).uppercased() + sentence.dropFirst()
        let code =
            switch failure {
            case .notInstalled: "notInstalled"
            case .stopped: "interrupted"
            case .timedOut, .tooLong, .notRun: "securityProgram"
            }
        return CommandFailure(code == "interrupted" ? .interrupted : .unavailable, code, "\(text) \(consequence)")
    }
}
