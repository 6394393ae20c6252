import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Platform
import Testing

@Suite("IMAP error messages")
struct IMAPErrorMessageTests {
    @Test(
        "Describes each failure in whole sentences",
        arguments: [
            (IMAPFailure(.authenticationRefused, .account, .never), "IMAP authentication failed for kim@example.net."),
            (IMAPFailure(.preauthenticatedWithoutTLS, .account, .never), "no password and no mail was sent."),
            (IMAPFailure(.noTLS, .account, .never), "offers no encryption"),
            (IMAPFailure(.notIMAP, .account, .never), "does not speak IMAP"),
            (IMAPFailure(.command(.unsupported(.move)), .message, .never), "it lacks MOVE"),
            (
                IMAPFailure(.refused(.no, nil), .mailbox, .never, text: Array("quite full".utf8)),
                "The server said: quite full"
            ),
        ])
    func sentences(_ failure: IMAPFailure, _ words: String) {
        let server = Endpoint(host: "imap.example.net", port: 993, security: .implicitTLS)
        let sentence = IMAPClientError.session(failure).sentence(about: server, "kim@example.net")
        #expect(sentence.contains(words), "\(sentence)")
    }
}
