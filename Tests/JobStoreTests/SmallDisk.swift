import Foundation

#if os(Linux)
    /// A file system of its own with little room, where the system lets us make one; gone with the last reference.
    final class SmallDisk: Sendable {
        let folder: String

        init?(kilobytes: Int) {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("disk-" + UUID().uuidString).path
            guard mkdir(folder, 0o700) == 0 else { return nil }
            guard mount("tmpfs", folder, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
                rmdir(folder)
                return nil
            }
        }

        deinit {
            umount2(folder, Int32(MNT_DETACH))
            rmdir(folder)
        }

        /// From now on nothing can be written.
        func makeReadOnly() -> Bool {
            mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
        }

        static let isPossible = SmallDisk(kilobytes: 64) != nil
    }
#endif
