import ModelServer

extension ModelIMAPServer {
    /// Delivers a short letter to the inbox.
    func deliver(subject: String) {
        deliver("From: Ben Okafor <ben@example.org>\r\nSubject: \(subject)\r\n\r\nHello.\r\n")
    }
}
