private import Glibc

/// Shell patterns in paths [glob(7)].
public enum PathPattern {
    /// Returns whether a path contains `*`, `?` or `[`.
    public static func isPattern(_ path: [UInt8]) -> Bool {
        path.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x5B }
    }

    /// Returns the paths that match a pattern, sorted. A leading dot in a name must be matched explicitly.
    public static func matches(_ pattern: Path) -> [Path] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe pattern.withCString({ unsafe glob($0, 0, nil, &found) }) == 0 else { return [] }
        return (0..<Int(unsafe found.gl_pathc)).compactMap { index in
            guard let place = unsafe found.gl_pathv[index] else { return nil }
            return unsafe Path(Array(UnsafeRawBufferPointer(start: place, count: strlen(place))))
        }
    }
}
