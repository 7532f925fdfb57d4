import Text

/// Text cleaned, measured and cut by terminal columns.
typealias TextColumns = DisplayText
