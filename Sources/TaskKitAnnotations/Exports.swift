/// Annotations expand to code that uses TaskKit's types.
@_exported import TaskKit
