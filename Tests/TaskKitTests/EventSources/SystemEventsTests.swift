import Foundation
import SchedulerCore
import Testing

@testable import TaskKit

