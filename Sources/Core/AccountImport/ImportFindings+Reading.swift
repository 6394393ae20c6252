extension ImportFindings {
    /// Reads the configurations of programs and combines them into accounts. `sources` are the files that they may
    /// refer to; those that are missing are in `wanted` of the result. Accepts arbitrary bytes.
    public static func reading(
        _ configurations: [(program: MailProgram, file: String, bytes: [UInt8])], sources: [String: [UInt8]],
        _ context: ImportEnvironment
    ) -> ImportFindings {
        var found = ImportFindings()
        for program in MailProgram.allCases {
            for (owner, file, bytes) in configurations where owner == program {
                found.append(findings(of: program, in: bytes, of: file, sources, context))
            }
        }
        let combination = AccountMerger(Array(found.accounts.prefix(maximumAccounts)), name: found.name)
        found.accounts = combination.accounts
        found.notes += combination.notes
        return found
    }

    /// Each is compared with all others.
    private static let maximumAccounts = 200

    private static func findings(
        of program: MailProgram, in bytes: [UInt8], of file: String, _ sources: [String: [UInt8]],
        _ context: ImportEnvironment
    ) -> ImportFindings {
        switch program {
        case .mbsync: MbsyncReader.findings(in: bytes, of: file, context)
        case .offlineimap: OfflineimapReader.findings(in: bytes, of: file, context)
        case .himalaya: HimalayaReader.findings(in: bytes, of: file, context)
        case .aerc: AercReader.findings(in: bytes, of: file, context)
        case .mutt: MuttReader.findings(in: bytes, of: file, context, files: sources)
        case .msmtp: MsmtpReader.findings(in: bytes, of: file, context)
        case .notmuch: NotmuchReader.findings(in: bytes, of: file, context)
        }
    }
}
