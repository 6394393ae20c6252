public import Disk
private import Glibc
public import HTTP
public import Platform
internal import Processes
internal import Threads

/// Makes web requests with the program curl: TLS, proxies and HTTP versions are its subject, and petrel starts without
/// loading a library that only a sign-in needs.
public struct CurlClient: Sendable {
    private let environment: Environment
    private let caFile: Path?

    /// `caFile`: the certificate authorities to trust instead of the system's.
    public init(_ environment: Environment, caFile: Path? = nil) {
        self.environment = environment
        self.caFile = caFile
    }

    /// Returns the answer, whatever its status is.
    public func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let result = await withCheckedContinuation { continuation in
            // A thread of its own: waiting for a program would occupy one that other tasks need.
            BackgroundThreads.run {
                continuation.resume(
                    returning: Result { () throws(HTTPFailure) in try waitForResponse(to: request) })
            }
        }
        return try result.get()
    }

    /// Returns the answer like `response(to:)`, but occupies the thread meanwhile.
    public func waitForResponse(to request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        let output: [UInt8]
        do throws(ProgramOutput.Failure) {
            output = try ProgramOutput.of(
                program: CurlInvocation.arguments.map { Array($0.utf8) },
                input: CurlInvocation.octets(of: request, trusting: caFile?.bytes), environment,
                within: request.limit + .seconds(5), atMost: request.maximumSize + 64)
        } catch {
            throw HTTPFailure(error)
        }
        guard let response = CurlInvocation.response(in: output) else { throw .other(0) }
        return response
    }
}

extension HTTPFailure {
    fileprivate init(_ failure: ProgramOutput.Failure) {
        switch failure {
        case .failed(.exited(let status)): self = CurlInvocation.failure(status: Int(status))
        case .failed(.notStarted(ENOENT)): self = .noProgram
        case .failed(.notStarted(let code)), .failed(.killed(let code)): self = .other(Int(code))
        case .timedOut: self = .timedOut
        case .tooLong: self = .tooLarge
        }
    }
}
