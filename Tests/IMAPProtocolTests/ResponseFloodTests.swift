import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("Floods of responses", .holds("PX6"))
struct ResponseFloodTests {
    @Test("A server that sends responses without end is given up")
    func responsesWithoutEnd() throws {
        // Each line, and how many of them are accepted in a mailbox of 3 messages.
        let rows = [("* 1 FETCH (UID 1)\r\n", 10_006), ("* OK hello\r\n", 400_000), ("* 9 EXPUNGE\r\n", 400_000)]
        for (line, most) in rows {
            var driver = try SessionDriver.signedIn(selected: .inbox)
            try driver.submit(.noop)
            driver.server("* 3 EXISTS\r\n")
            let isRemark = most == 400_000
            driver.server(String(repeating: line, count: isRemark ? most - 1 : most))
            #expect(driver.failure == nil, "\(line)")
            driver.server(line)
            #expect(driver.failure?.cause == .violation(.tooManyResponses), "\(line)")
        }
    }

    @Test("A mailbox whose messages are all expunged and listed is no flood")
    func emptied() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let tag = try driver.submit(.noop)
        driver.server("* 500000 EXISTS\r\n")
        driver.server(String(repeating: "* 1 EXPUNGE\r\n", count: 500_000))
        driver.server(String(repeating: "* 1 FETCH (UID 1)\r\n", count: 20_000) + "\(tag) OK\r\n")
        #expect(driver.failure == nil && driver.completed[tag] != nil)
    }

    @Test("A million unsolicited lines take no memory")
    func flood() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let line = Array("* 4294967295 EXISTS\r\n* OK Still here\r\n* 1 FETCH (FLAGS (\\Seen))\r\n".utf8)
        let block = Array(Array(repeating: line, count: 1000).joined())
        var count = 0
        for _ in 0..<350 {
            driver.session.receive(block)
            while try driver.session.next() != nil { count += 1 }
        }
        #expect(count == 700_000)
        #expect(driver.session.mailbox?.messages == .max)
    }
}
