internal import Accounts
internal import Disk
internal import InternetMessage
internal import LocalSubmission
internal import MailTypes
internal import Platform

extension Console {
    private static let aliasFile = Array("aliases".utf8)

    /// Returns what replaces local names in mail from this account.
    func localNames(of account: MailAccount) throws(CommandFailure) -> UnqualifiedAddressResolver {
        let (sources, _) = try aliasSources()
        let own =
            account.configuration.identities.first.map { Address(name: $0.name, email: $0.address) }
            ?? senderOfEnvironment
        var users: [String: String] = [:]
        if let user = environment.userName, let email = own?.email {
            users[String(decoding: user, as: UTF8.self)] = email.text
        }
        let host = String(decoding: environment.hostName, as: UTF8.self).lowercased()
        return UnqualifiedAddressResolver(
            AliasTable(sources, users: users), ownFile: try personalAliases().description, own: own, hosts: [host],
            fallbackDomain: account.configuration.isUnnamed ? unnamedSender.email?.domain.map { String($0) } : nil)
    }

    private func personalAliases() throws(CommandFailure) -> Path {
        try home().path(of: .configuration) / Self.aliasFile
    }

    /// Returns the alias files that exist, the user's own first, and the sentences about lines that cannot be read.
    func aliasSources() throws(CommandFailure) -> (sources: [AliasTable.Source], problems: [String]) {
        let system = Path(Settings(of: try home())[.aliases] ?? "/etc/aliases").absolute(in: environment)
        var sources: [AliasTable.Source] = []
        var problems: [String] = []
        for path in [try personalAliases(), system] {
            let octets: [UInt8]
            do throws(FileError) {
                octets = try FileReading.contents(of: path, onlyRegular: true)
            } catch  where error.isMissing {
                continue
            } catch {
                throw CommandFailure(.noInput, "cannotRead", "\(error) Nothing was queued.")
            }
            let file = AliasFile(octets)
            sources.append(AliasTable.Source(path.description, file))
            problems += file.problems.map { "\(path), line \($0.line): \($0.kind.sentence)" }
        }
        return (sources, problems)
    }
}

extension AliasFile.Problem.Kind {
    fileprivate var sentence: String {
        switch self {
        case .noColon: "there is no name with a colon after it."
        case .noTarget: "there is no address after the colon."
        case .repeated: "the name is in the file twice; the first line counts."
        case .tooLong: "it is too long."
        case .notText: "it is not UTF-8 text."
        }
    }
}
