public import MailTypes

/// The response code of a status [RFC 9051 §7.1, RFC 5530, and the IANA registry of response codes].
///
/// A code with implausible arguments, such as UIDNEXT 0 or MODSEQ -1, is parsed as `other` and so ignored.
public enum ResponseCode: Hashable, Sendable {
    case alert
    case alreadyExists
    case appendUID(UIDValidity, UIDSet)
    case authenticationFailed
    case authorizationFailed
    case badCharset
    /// The server does not support some of the events requested by NOTIFY [RFC 5465 §5].
    case badEvent
    case cannot
    case capability(Capabilities)
    case clientBug
    case closed
    /// Compression is already active, for example in TLS [RFC 4978 §3].
    case compressionActive
    case contactAdministrator
    case copyUID(CopiedUIDs)
    case corruption
    case expired
    case expungeIssued
    case hasChildren
    case highestModSequence(ModSequence)
    case inUse
    case limit
    case mailboxID([UInt8])
    /// The server processed this many messages only. The UID marks where it stopped [RFC 9738].
    case messageLimit(UInt64, UID?)
    case modified(UIDSet)
    case noModSequence
    case noPermission
    case nonExistent
    case notificationOverflow
    case notSaved
    case overQuota
    case parse
    /// The flags that can be stored permanently, and whether new keywords can be created.
    case permanentFlags(FlagSet, acceptsNew: Bool)
    case privacyRequired
    case readOnly
    case readWrite
    /// The URL of another server. It is reported, but never followed.
    case referral([UInt8])
    case serverBug
    case throttled
    case tooBig
    case tryCreate
    case uidNext(UID)
    case uidNotSticky
    case uidRequired
    case uidValidity(UIDValidity)
    case unavailable
    case unknownEncoding
    case unseen(UInt32)
    case useAttribute
    /// Gmail: the user has to visit this web page.
    case webAlert([UInt8])
    /// An unknown code, or one with invalid arguments. The name is in upper case.
    case other(name: [UInt8], arguments: [UInt8])
}
