/// Everything that an app needs, with one import.
@_exported import TaskKitAnnotations
@_exported import TaskKitEvents
@_exported import TaskKitInspector
