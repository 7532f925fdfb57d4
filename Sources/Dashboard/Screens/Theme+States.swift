import ScreenKit

extension Theme {
    /// The look of a state letter.
    func state(_ letter: StateLetter) -> Style {
        switch letter {
        case .running: strong
        case .done: success
        case .waiting, .idle, .gone: dim
        case .laneWaiting: warning
        case .paused, .skipped, .missed, .cancelled: warning
        case .failed, .stuck: alarm
        }
    }
}
