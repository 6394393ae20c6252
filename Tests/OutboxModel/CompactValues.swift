/// A small number that takes little memory in a state.
@propertyWrapper
struct Small<Stored: FixedWidthInteger & Sendable>: Hashable, Sendable {
    private var stored: Stored

    init(wrappedValue: Int) {
        stored = Stored(wrappedValue)
    }

    var wrappedValue: Int {
        get { Int(stored) }
        set { stored = Stored(newValue) }
    }
}

/// Two values that are in a state itself, unlike those of an array.
struct Pair<Value>: RandomAccessCollection, MutableCollection {
    private var first: Value
    private var second: Value

    init(_ first: Value, _ second: Value) {
        self.first = first
        self.second = second
    }

    var startIndex: Int { 0 }
    var endIndex: Int { 2 }

    subscript(index: Int) -> Value {
        get { index == 0 ? first : second }
        set { if index == 0 { first = newValue } else { second = newValue } }
    }
}

extension Pair: Sendable where Value: Sendable {}
