/// A command as received: lines and the literals between them.
struct UnparsedCommand {
    enum Fragment {
        case text([UInt8])
        case literal([UInt8])
    }

    var fragments: [Fragment] = []

    /// Without line ends. A literal is shown as "<12 octets>".
    var description: String {
        fragments.map { fragment in
            switch fragment {
            case .text(let octets): String(decoding: octets, as: UTF8.self)
            case .literal(let octets): "<\(octets.count) octets>"
            }
        }.joined()
    }
}
