import MailTestSupport
import Testing

@testable import MessageSecurity

@Suite("What gpg reports", .holds("E04"))
struct GnuPGOutputTests {
    private func report(_ lines: String..., method: SecurityMethod = .openPGP) -> GnuPGReport {
        GnuPGReport(Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8), method: method)
    }

    private static let good = [
        "NEWSIG", "GOODSIG 6A5BB08ED2B64E07 Ana Ruiz <ana@example.org>",
        "VALIDSIG ACA7040EC0CB17D70E56FDD96A5BB08ED2B64E07 2026-11-25 1795634286 0 4 0 22 8 00 1111040EC0CB17D70E56FDD96A5BB08ED2B64E07",
        "TRUST_FULLY 0 pgp",
    ]

    @Test("A good signature has its primary key, its time and the trust in the key")
    func good() throws {
        let report = GnuPGReport(Array(Self.good.map { "[GNUPG:] \($0)\n" }.joined().utf8), method: .openPGP)
        let signature = try #require(report.checkedSignatures.first)
        #expect(report.checkedSignatures.count == 1 && signature.verdict == .good && signature.trust == .full)
        #expect(signature.fingerprint == "1111040EC0CB17D70E56FDD96A5BB08ED2B64E07")
        #expect(signature.userID == "Ana Ruiz <ana@example.org>" && signature.created == 1_795_634_286)
    }

    @Test(
        "Each verdict has its keyword",
        arguments: [
            ("EXPSIG A x", SignatureVerification.Verdict.unchecked), ("BADSIG A x", .bad),
            ("ERRSIG A 22 8 00 1795634286 9 ACA7", .keyMissing), ("ERRSIG A 22 8 00 1795634286 4 -", .unchecked),
        ])
    func verdicts(_ line: String, _ verdict: SignatureVerification.Verdict) {
        #expect(report("NEWSIG", line).checkedSignatures.map(\.verdict) == [verdict])
    }

    @Test("A signature is not good without the key that made it, nor with two verdicts")
    func contradictions() {
        #expect(report("NEWSIG", "GOODSIG A x").checkedSignatures.map(\.verdict) == [.unchecked])
        #expect(report("GOODSIG A x", "BADSIG A x", "VALIDSIG B").checkedSignatures.allSatisfy { $0.verdict != .good })
        #expect(report("NEWSIG", "BADSIG A x", "VALIDSIG B").checkedSignatures.map(\.verdict) == [.unchecked])
        #expect(report("VALIDSIG B", "TRUST_FULLY").checkedSignatures.isEmpty)
    }

    @Test("Lines without the prefix, and text of the message that imitates one, are ignored")
    func imitation() {
        let text = "x [GNUPG:] GOODSIG A x\n[GNUPG:]GOODSIG A x\n[GNUPG:] NEWSIGX\n"
        #expect(GnuPGReport(Array(text.utf8), method: .openPGP).signatures.isEmpty)
    }

    @Test(
        "Decryption succeeds only for one protected text",
        arguments: [
            (
                ["BEGIN_DECRYPTION", "DECRYPTION_INFO 2 9 0", "PLAINTEXT 62 1 m", "DECRYPTION_OKAY", "GOODMDC"],
                GnuPGReport.Decryption.succeeded
            ),
            (["BEGIN_DECRYPTION", "DECRYPTION_INFO 0 9 2", "PLAINTEXT 62 1 m", "DECRYPTION_OKAY"], .succeeded),
            (["BEGIN_DECRYPTION", "DECRYPTION_INFO 0 9 0", "PLAINTEXT 62 1 m", "DECRYPTION_OKAY"], .unprotected),
            (["BEGIN_DECRYPTION", "DECRYPTION_INFO 0 9 0", "PLAINTEXT 62 1 m", "DECRYPTION_FAILED"], .unprotected),
            (
                ["BEGIN_DECRYPTION", "DECRYPTION_INFO 2 9 0", "PLAINTEXT 62 1 m", "BADMDC", "DECRYPTION_FAILED"],
                .modified
            ),
            (
                ["BEGIN_DECRYPTION", "DECRYPTION_INFO 2 9", "PLAINTEXT 62 1 m", "PLAINTEXT 62 1 m", "DECRYPTION_OKAY"],
                .ambiguous
            ),
            (
                ["ENC_TO A 18 0", "NO_SECKEY A", "BEGIN_DECRYPTION", "DECRYPTION_FAILED", "END_DECRYPTION"],
                .noSecretKey
            ),
            (
                ["ENC_TO A 18 0", "ERROR pkdecrypt_failed 83886179", "BEGIN_DECRYPTION", "DECRYPTION_FAILED"],
                .noPassphrase
            ),
            (["PLAINTEXT 62 1 m"], .none), ([], .none),
        ])
    func decryption(_ lines: [String], _ expected: GnuPGReport.Decryption) {
        let report = GnuPGReport(Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8), method: .openPGP)
        #expect(report.decryption == expected)
    }

    @Test("A listing of keys has their user IDs without revoked ones, and what the keys can do")
    func keys() throws {
        let listing = """
            tru::1:1795634286:0:3:1:5
            pub:u:255:22:6A5BB08ED2B64E07:1795634286:::u:::scESC:::::ed25519:::0:
            fpr:::::::::ACA7040EC0CB17D70E56FDD96A5BB08ED2B64E07:
            uid:u::::1795634286::AE::Ana\\x3a Ruiz <Ana@example.org>::::::::::0:
            uid:r::::1795634286::AF::Old <old@example.org>::::::::::0:
            sub:u:255:18:8617C869A1CF293A:1795634286::::::e:::::cv25519::
            fpr:::::::::5F77CB36F462F8D73C1A2CCD8617C869A1CF293A:
            pub:e:255:22:1111:1:2::u:::scSC:::::ed25519:::0:
            fpr:::::::::2222:
            """
        let keys = PublicKey.list(Array(listing.utf8))
        #expect(keys.map(\.fingerprint) == ["ACA7040EC0CB17D70E56FDD96A5BB08ED2B64E07", "2222"])
        #expect(keys[0].userIDs == ["Ana: Ruiz <Ana@example.org>"] && keys[0].names("ana@EXAMPLE.org"))
        #expect(!keys[0].names("old@example.org") && keys[0].canEncrypt && keys[0].isUsable && keys[0].isTrusted)
        #expect(!keys[1].isUsable && !keys[1].canEncrypt)
    }

    @Test(
        "The address of a user ID is the one in angle brackets at its end",
        arguments: [
            ("Ana <ana@example.org>", "ana@example.org"), ("ana@example.org", "ana@example.org"),
            ("<a@b.example> <ana@example.org>", "ana@example.org"),
            ("/CN=ana Person/EMail=ana@example.org", "ana@example.org"), ("Ana Ruiz", nil), ("ana@x <none>", nil),
        ])
    func userID(_ text: String, _ address: String?) {
        #expect(KeyUserID.address(of: text) == address)
    }
}
