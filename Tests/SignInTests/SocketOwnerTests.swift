import MailTestSupport
import Testing

@testable import SignIn

@Suite("Owners of connections on this machine", .holds("Y17", "PX4"))
struct SocketOwnerTests {
    private static let table = Array(
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1267 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 0 10 0
           1: 0100007F:C350 0100007F:1267 01 00000000:00000000 00:00000000 00000000  1001        0 2 1 0 0 10 0
           2: 0100007F:1267 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 0 10 0
           3: 0100007F:C352 0100007F:1267 06 00000000:00000000 00:00000000 00000000     0        0 4 1 0 0 10 0

        """.utf8)

    private static func address(_ port: UInt16) -> SocketOwner.Address {
        .init(family: .ipv4, octets: [127, 0, 0, 1], port: port)
    }

    @Test("The owner of the other end is found by both addresses")
    func owner() {
        #expect(SocketOwner.user(of: Self.address(50000), connectedTo: Self.address(4711), in: Self.table) == 1001)
        #expect(SocketOwner.user(of: Self.address(4711), connectedTo: Self.address(50000), in: Self.table) == 1000)
        #expect(SocketOwner.user(of: Self.address(50001), connectedTo: Self.address(4711), in: Self.table) == nil)
        #expect(SocketOwner.user(of: Self.address(50000), connectedTo: Self.address(4711), in: []) == nil)
    }

    @Test("A connection that was closed has no owner, although the table shows root")
    func closed() {
        #expect(SocketOwner.user(of: Self.address(50002), connectedTo: Self.address(4711), in: Self.table) == nil)
    }

    @Test("An IPv6 address is written in groups of four bytes")
    func ipv6() {
        let line = "0: 00000000000000000000000001000000:C350 00000000000000000000000001000000:1267 01 0:0 0:0 0 7 0 0\n"
        let loopback = [UInt8](repeating: 0, count: 15) + [1]
        let (one, other) = (
            SocketOwner.Address(family: .ipv6, octets: loopback, port: 50000),
            SocketOwner.Address(family: .ipv6, octets: loopback, port: 4711)
        )
        #expect(SocketOwner.user(of: one, connectedTo: other, in: Array(line.utf8)) == 7)
    }
}
