extension ConversationGrouping {
    mutating func numberID(_ id: [UInt8]) -> Int32 {
        let number = ids.retain(id)
        if componentOfID.count < ids.capacity { componentOfID.append(-1) }
        return number
    }

    /// Creates a component for the message and joins it with the components of its identifiers.
    mutating func enterComponent(_ slot: Int32) {
        nodes[Int(slot)].nextOfComponent = -1
        var component = components.add(slot, nodes[Int(slot)])
        nodes[Int(slot)].component = component
        if !nodes[Int(slot)].isReply { markSubject(nodes[Int(slot)].subject) }
        for id in nodes[Int(slot)].ids {
            let other = componentOfID[Int(id)]
            if other < 0 {
                componentOfID[Int(id)] = component
            } else if other != component {
                component = join(component, other)
            }
        }
    }

    /// Moves the lighter of two components into the other one.
    private mutating func join(_ one: Int32, _ other: Int32) -> Int32 {
        let isOneHeavier = components[one].weight > components[other].weight
        let (kept, moved) = isOneHeavier ? (one, other) : (other, one)
        // A message that was alone is no longer loose.
        for component in [kept, moved] where components[component].count == 1 {
            markSubject(nodes[Int(components[component].first)].subject)
        }
        let record = components[moved]
        var slot = record.first
        while slot >= 0 {
            nodes[Int(slot)].component = kept
            // The identifiers of a message being inserted may still belong to other components.
            for id in nodes[Int(slot)].ids where componentOfID[Int(id)] == moved { componentOfID[Int(id)] = kept }
            slot = nodes[Int(slot)].nextOfComponent
        }
        nodes[Int(components[kept].last)].nextOfComponent = record.first
        components[kept].last = record.last
        components[kept].count += record.count
        components[kept].weight += record.weight
        components[kept].smallestKey = min(components[kept].smallestKey, record.smallestKey)
        if record.isBroken { components.markBroken(kept) }
        components.markDirty(kept)
        components.free(moved)
        return kept
    }

    /// Splits the components from which messages were removed, and rejoins the remaining messages of each.
    mutating func mendComponents() {
        for component in components.broken {
            var members: [Int32] = []
            var slot = components[component].first
            while slot >= 0 {
                members.append(slot)
                for id in nodes[Int(slot)].ids { componentOfID[Int(id)] = -1 }
                slot = nodes[Int(slot)].nextOfComponent
            }
            components.free(component)
            for slot in members {
                if nodes[Int(slot)].isRemoved {
                    for id in nodes[Int(slot)].ids { ids.release(id) }
                    nodes[Int(slot)].ids = []
                    freeNodes.append(slot)
                } else {
                    enterComponent(slot)
                }
            }
        }
    }
}
