import Text

/// `text` cleaned and in quotation marks, cut after 60 characters: how messages show what a file says.
func quoted(_ text: String) -> String { DisplayText.quoted(text) }
