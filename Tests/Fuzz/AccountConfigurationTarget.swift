import Disk
import MailTypes

@testable import Accounts

extension FuzzTarget {
    /// An account's file is parsed to an account or to an error that names the file. A written account is read back
    /// unchanged.
    static let account = FuzzTarget(name: "account", maximumLength: 2048) { bytes in
        guard let name = AccountName("work") else { return }
        func read(_ octets: [UInt8]) -> AccountConfiguration? {
            var problems: [ConfigurationError] = []
            var account: AccountConfiguration?
            do throws(ConfigurationError) {
                let reader = try ConfigurationReader(octets, of: Path("/a/work.json"), userDirectory: Path("/home"))
                account = AccountConfiguration(name, reader, &problems)
            } catch {
                problems = [error]
            }
            expect(problems.isEmpty == (account != nil), "there is an account or an error")
            let areNamed = problems.allSatisfy { "\($0)".utf8.starts(with: "/a/work.json".utf8) }
            expect(areNamed, "an error names its file")
            return account
        }
        guard let account = read(bytes) else { return }
        let written = account.fileContent
        guard let again = read(written) else {
            expect(false, "what is written can be read")
            return
        }
        expect(again.fileContent == written, "what is read is what was written")
        if let domain = account.identities.first?.address.domain, let provider = Provider.of(domain: domain) {
            expect(Provider.named(provider.identifier) == provider, "a provider has a word")
        }
    }
}
