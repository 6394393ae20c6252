extension ConversationGrouping {
    mutating func numberSubject(_ subject: [UInt8]) -> Int32 {
        let number = subjects.retain(subject)
        if firstOfSubject.count < subjects.capacity {
            firstOfSubject.append(-1)
            isSubjectDirty.append(false)
        }
        return number
    }

    mutating func markSubject(_ subject: Int32) {
        guard subject >= 0, !isSubjectDirty[Int(subject)] else { return }
        isSubjectDirty[Int(subject)] = true
        dirtySubjects.append(subject)
    }

    mutating func enterSubject(_ slot: Int32) {
        let subject = nodes[Int(slot)].subject
        guard subject >= 0 else { return }
        let next = firstOfSubject[Int(subject)]
        nodes[Int(slot)].nextOfSubject = next
        if next >= 0 { nodes[Int(next)].previousOfSubject = slot }
        firstOfSubject[Int(subject)] = slot
        markSubject(subject)
    }

    mutating func leaveSubject(_ slot: Int32) {
        let node = nodes[Int(slot)]
        guard node.subject >= 0 else { return }
        markSubject(node.subject)
        if node.previousOfSubject >= 0 {
            nodes[Int(node.previousOfSubject)].nextOfSubject = node.nextOfSubject
        } else {
            firstOfSubject[Int(node.subject)] = node.nextOfSubject
        }
        if node.nextOfSubject >= 0 { nodes[Int(node.nextOfSubject)].previousOfSubject = node.previousOfSubject }
        nodes[Int(slot)].subject = -1
        subjects.release(node.subject)
    }
}
