import MailTypes

/// The files of a mailbox that name a UID, in UID order. If several files name the same UID, all but one are treated as
/// unassigned, since they are copies.
struct FilesByUID {
    private var keys: [UInt64] = []
    private(set) var unclaimed: [Int] = []
    private var next = 0
    /// The flags of each file. Kept separately because they are looked up out of order, and this array is much more
    /// compact.
    private(set) var flags: [FlagSet] = []

    /// Files that name `next` or a later UID are unassigned.
    init(_ local: LocalMailbox, _ uidValidity: UIDValidity, below next: UID?) {
        keys.reserveCapacity(local.messages.count)
        flags.reserveCapacity(local.messages.count)
        var isAscending = true
        for index in local.messages.indices {
            flags.append(local.messages[index].flags)
            guard let claim = local.messages[index].claim, claim.uidValidity == uidValidity,
                next.map({ claim.uid < $0 }) ?? true
            else {
                unclaimed.append(index)
                continue
            }
            let key = UInt64(claim.uid.rawValue) << 32 | UInt64(index)
            if let last = keys.last, last >= key { isAscending = false }
            keys.append(key)
        }
        if !isAscending { keys = Self.sorted(keys) }
    }

    /// Returns the index of the file with this UID. Must be called in ascending order; files that are passed over are
    /// added to `others`.
    mutating func take(_ uid: UID, others: inout [(UID, Int)]) -> Int? {
        while next < keys.count, keys[next] >> 32 < UInt64(uid.rawValue) { takeNext(&others) }
        guard next < keys.count, keys[next] >> 32 == UInt64(uid.rawValue) else { return nil }
        let index = Int(keys[next] & 0xFFFF_FFFF)
        next += 1
        passDoubles(of: UInt64(uid.rawValue))
        return index
    }

    mutating func takeRest(_ others: inout [(UID, Int)]) {
        while next < keys.count { takeNext(&others) }
    }

    mutating func release(_ index: Int) {
        unclaimed.append(index)
    }

    /// Radix sort by UID, which is the upper half of the key. Keys with the same UID keep their order.
    private static func sorted(_ keys: [UInt64]) -> [UInt64] {
        var keys = keys
        var other = keys
        let highest = keys.reduce(0) { max($0, $1 >> 32) }
        var shift: UInt64 = 0
        while highest >> shift > 0 {
            var places = Array(repeating: 0, count: 2049)
            for key in keys { places[Int(key >> (32 + shift) & 2047) + 1] += 1 }
            for digit in 1...2048 { places[digit] += places[digit - 1] }
            for key in keys {
                let digit = Int(key >> (32 + shift) & 2047)
                other[places[digit]] = key
                places[digit] += 1
            }
            swap(&keys, &other)
            shift += 11
        }
        return keys
    }

    private mutating func takeNext(_ others: inout [(UID, Int)]) {
        let key = keys[next]
        next += 1
        if let uid = UID(rawValue: UInt32(key >> 32)) { others.append((uid, Int(key & 0xFFFF_FFFF))) }
        passDoubles(of: key >> 32)
    }

    private mutating func passDoubles(of uid: UInt64) {
        while next < keys.count, keys[next] >> 32 == uid {
            unclaimed.append(Int(keys[next] & 0xFFFF_FFFF))
            next += 1
        }
    }
}
