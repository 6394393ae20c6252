import MailTypes
import Platform
import Testing

@Suite("Environment and clock")
struct EnvironmentAndClockTests {
    @Test("The environment of the process is available, and the clock runs")
    func surroundings() {
        let environment = Environment.ofProcess
        #expect(environment["PATH"] != nil && environment.workingDirectory.first == 0x2F)
        let clock = SystemClock()
        let before = clock.elapsed()
        #expect(clock.now() > Instant(seconds: 1_700_000_000) && clock.elapsed() >= before)
    }
}
