// Integrations of TaskKit with the packages that servers use.

import TaskKit
