import DomainNames

extension FuzzTarget {
    /// DNS answers, as they are and behind a valid header. Hosts have only valid characters, and the most preferred one
    /// is first.
    static let nameServer = FuzzTarget(name: "nameServer", maximumLength: 1024) { bytes in
        for answer in [bytes, [0, 7, 0x81, 0x80, 0, 0, 0, 99, 0, 0, 0, 0] + bytes] {
            let records = ServiceRecord.records(in: answer)
            expect(records.map(\.priority) == records.map(\.priority).sorted(), "the lowest priority is first")
            expect(Set(records).count == records.count, "no record twice")
            for record in records {
                expect(record.host.utf8.count < 254, "a name has its length")
                expect(record.host.utf8.allSatisfy(isHostOctet), "a host is made of what names are made of")
            }
            let exchangers = MailExchanger.records(in: answer)
            expect(exchangers.map(\.preference) == exchangers.map(\.preference).sorted(), "the best one is first")
            expect(Set(exchangers).count == exchangers.count, "no exchanger twice")
            for exchanger in exchangers {
                expect(exchanger.host.utf8.count < 254, "a name has its length")
                expect(exchanger.host.utf8.allSatisfy(isHostOctet), "a host is made of what names are made of")
            }
        }
    }

    private static func isHostOctet(_ octet: UInt8) -> Bool {
        octet &- 0x61 < 26 || octet &- 0x30 < 10 || [0x2D, 0x2E, 0x5F].contains(octet)
    }
}
