internal import JSONText
internal import Processes
internal import SmartReply
internal import Surroundings

/// The command that the user named to suggest answers; off unless one was named.
///
/// It reads one JSON object, `{"v":1,"text":…,"subject":…,"from":…}`, and has five seconds to write another one,
/// `{"replies":["…"]}`. What it writes is foreign text: of its first replies only those that can be shown count.
struct SuggestionCommand {
    /// What the user typed, for the shell.
    let command: [UInt8]
    let environment: Environment

    private static let limit: Duration = .seconds(5)
    private static let maximumSize = 1 << 16

    /// Why there is no answer of the command's: a sentence for people.
    struct Trouble: Error {
        let sentence: String
    }

    /// Up to three texts. May be called on any thread.
    func replies(to question: ReplyQuestion, from sender: String) throws(Trouble) -> [String] {
        let object = JSONObject([
            ("v", .integer(1)),
            ("text", .string(String(decoding: question.text.utf8.prefix(Self.maximumSize), as: UTF8.self))),
            ("subject", .string(question.subject)),
            ("from", .string(sender)),
        ])
        let answer = ChildProcess.ask(
            shell: command, JSONValue.object(object).octets, within: Self.limit, atMost: Self.maximumSize, environment)
        switch answer {
        case .said(let octets): return try Self.replies(in: octets)
        case .failed(.exited(let code)): throw Trouble("ended with \(code)")
        case .failed(.killed(let signal)): throw Trouble("was ended by signal \(signal)")
        case .failed(.notStarted): throw Trouble("could not be started")
        case .tooSlow: throw Trouble("took longer than \(Self.limit.components.seconds) seconds")
        case .tooLong: throw Trouble("wrote more than \(Self.maximumSize >> 10) KiB")
        }
    }

    private static func replies(in octets: [UInt8]) throws(Trouble) -> [String] {
        guard let value = try? JSONReader.value(of: octets), let elements = value.object?["replies"]?.array else {
            throw Trouble("did not write an object with \"replies\"")
        }
        let texts = elements.prefix(SuggestedReplies.mostAnswers).compactMap(\.string)
        return texts.filter { !$0.isEmpty && SuggestedReplies.isPresentable($0) }
    }
}

extension SuggestionCommand.Trouble {
    fileprivate init(_ what: String) {
        sentence = "The command that smart-reply-cmd names \(what). What petrel itself suggests is shown."
    }
}
