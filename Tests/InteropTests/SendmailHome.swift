import Foundation
import MailTestSupport
import Testing

/// A home with accounts into whose outboxes other programs put mail.
struct SendmailHome {
    let shared: SharedHome

    /// A message in the outbox: its file and its stored envelope.
    struct Queued {
        let message: String
        let sender: String?
        let recipients: [String]
        let messageID: String?

        /// The values of a field, in order.
        func fields(_ name: String) -> [String] {
            let header = message.components(separatedBy: "\r\n\r\n")[0]
            return header.replacing("\r\n ", with: " ").components(separatedBy: "\r\n").compactMap { line in
                line.hasPrefix("\(name): ") ? String(line.dropFirst(name.count + 2)) : nil
            }
        }
    }

    /// The accounts have no server, so that queued messages stay queued.
    init(accounts: [(name: String, address: String)] = [("kim", "kim@example.net")]) throws {
        shared = try SharedHome(withSample: false)
        for (name, address) in accounts {
            try shared.petrel("account", "add", name, "--address", address, "--name", "Kim Park")
        }
    }

    /// Creates a link to petrel with the name under which mail programs run sendmail.
    func link() throws -> URL { try Self.link(in: shared) }

    static func link(in shared: SharedHome) throws -> URL {
        let link = shared.ground.appending(path: "sendmail")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: ProjectFiles.petrel)
        return link
    }

    /// Tells the linked program where the home is.
    var environment: [String: String] { ["PETREL_HOME": shared.home.path] }

    func sendmail(_ arguments: String..., input: String) throws -> ProgramRun {
        try shared.petrel(["sendmail"] + arguments, input: input)
    }

    func outbox(_ account: String = "kim") throws -> [Queued] {
        let state = shared.home.appending(path: "state/\(account)/sidecars/Outbox/cur")
        let messages = shared.home.appending(path: "mail/\(account)/Outbox/cur")
        func files(_ directory: URL) -> [URL] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            return names.filter { $0.first != "." }.map { directory.appending(path: $0) }
        }
        var queued: [(number: Int, Queued)] = []
        for file in files(state) {
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let sidecar = try #require(object)
            let id = try #require(sidecar["draftId"] as? String)
            let envelope = sidecar["envelope"] as? [String: Any]
            let message = try files(messages).map { try String(decoding: Data(contentsOf: $0), as: UTF8.self) }
                .first { $0.hasPrefix("X-Petrel-Draft-Id: \(id)\r\n") }
            queued.append(
                (
                    sidecar["outboxNumber"] as? Int ?? 0,
                    Queued(
                        message: try #require(message), sender: envelope?["sender"] as? String,
                        recipients: envelope?["recipients"] as? [String] ?? [],
                        messageID: envelope?["messageId"] as? String)
                ))
        }
        return queued.sorted { $0.number < $1.number }.map(\.1)
    }
}
