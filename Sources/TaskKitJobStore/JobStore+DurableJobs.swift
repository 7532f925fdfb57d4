// Jobs of TaskKit on a job store.

import JobStore
import TaskKit
