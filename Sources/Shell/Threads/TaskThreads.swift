@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) private import _Concurrency

/// The threads on which the tasks of a program run.
///
/// They replace the standard ones, which belong to Dispatch: those wake every second, although nothing happens.
public enum TaskThreads {
    /// Makes all tasks run on these threads. Must be called before the first task is created.
    public static func install() {
        _createExecutors(factory: Factory.self)
    }

    /// A task may read or write a file, so there are a few threads more than a small machine has processors.
    private static let count = max(BackgroundThreads.processorCount, 4)

    private struct Factory: ExecutorFactory {
        static let executor = TaskThreadExecutor(threads: TaskThreads.count, isDefault: true)

        static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
        static var defaultExecutor: any TaskExecutor { executor }
    }
}
