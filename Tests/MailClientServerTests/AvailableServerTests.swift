import MailTestSupport
import Testing

/// Reports the servers that are missing as skipped.
@Suite("Available mail servers")
struct AvailableServerTests {
    @Test("Dovecot", .needs(server: "dovecot")) func dovecot() {}
    @Test("Cyrus", .needs(server: "cyrus")) func cyrus() {}
    @Test("Courier", .needs(server: "courier")) func courier() {}
    @Test("Postfix", .needs(server: "postfix")) func postfix() {}
    @Test("Exim", .needs(server: "exim")) func exim() {}
}
