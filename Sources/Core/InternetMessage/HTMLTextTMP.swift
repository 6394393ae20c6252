enum HTMLText { static func render(_ h: [UInt8]) -> [UInt8] { h } }
