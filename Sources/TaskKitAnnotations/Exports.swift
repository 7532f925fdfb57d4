/// The code of an annotation is made of TaskKit's types.
@_exported import TaskKit
