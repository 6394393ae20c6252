import MailTestSupport
import Testing

@testable import OAuth

@Suite("Authorization servers of providers", .holds("Y17"))
struct OAuthProviderTests {
    @Test(
        "Providers are found by their name and by the names of their mail",
        arguments: [("google", "Google"), ("GMail", "Google"), ("outlook", "Microsoft"), ("office365", "Microsoft")])
    func providers(word: String, name: String) {
        #expect(OAuthProvider.named(word)?.name == name)
        #expect(OAuthProvider.named("example") == nil)
        #expect(OAuthProvider.isTenant("contoso.com") && !OAuthProvider.isTenant("a/b") && !OAuthProvider.isTenant(""))
    }
}
