internal import JSONText
internal import Platform
internal import Processes
internal import SmartReply

/// The user's command that suggests replies; off unless set.
///
/// It reads one JSON object, `{"v":1,"text":…,"subject":…,"from":…}`, and has five seconds to write another,
/// `{"replies":["…"]}`. Its output is untrusted: only printable replies are used.
struct ReplySuggestionProgram {
    /// The command line, for the shell.
    let command: [UInt8]
    let environment: Environment

    private static let limit: Duration = .seconds(5)
    private static let maximumSize = 1 << 16

    /// The reason why the command gave no reply, as a sentence for the user.
    struct Trouble: Error {
        let sentence: String
    }

    /// Returns up to three replies. May be called on any thread.
    func replies(to question: SmartReplyInput, from sender: String) throws(Trouble) -> [String] {
        let object = JSONObject([
            ("v", .integer(1)),
            ("text", .string(String(decoding: question.text.utf8.prefix(Self.maximumSize), as: UTF8.self))),
            ("subject", .string(question.subject)),
            ("from", .string(sender)),
        ])
        let octets: [UInt8]
        do throws(ProgramOutput.Failure) {
            octets = try ProgramOutput.of(
                shell: command, input: JSONValue.object(object).octets, environment, within: Self.limit,
                atMost: Self.maximumSize)
        } catch {
            throw Self.trouble(error)
        }
        return try Self.replies(in: octets)
    }

    private static func trouble(_ failure: ProgramOutput.Failure) -> Trouble {
        switch failure {
        case .failed(.exited(let code)): Trouble("ended with \(code)")
        case .failed(.killed(let signal)): Trouble("was ended by signal \(signal)")
        case .failed(.notStarted): Trouble("could not be started")
        case .timedOut: Trouble("took longer than \(limit.components.seconds) seconds")
        case .tooLong: Trouble("wrote more than \(maximumSize >> 10) KiB")
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

extension ReplySuggestionProgram.Trouble {
    fileprivate init(_ what: String) {
        sentence = "The command in smart-reply-cmd \(what). Showing petrel's own suggestions."
    }
}
