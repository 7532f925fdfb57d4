import Foundation

/// A file in which every process of the copy reads, before `main`, which change is on, and writes which it comes by. An
/// environment would not reach them all: some tests give their processes one of their own.
struct MutationSwitch {
    let file: URL

    /// The largest number of a mutant.
    static let most = 65_535

    /// Turns one change on, all off with 0, and forgets what was reached.
    func turn(to mutant: Int) throws {
        var bytes = withUnsafeBytes(of: Int32(mutant)) { Data($0) }
        bytes.append(Data(count: Self.most + 1))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A new file: what still writes into the old one is of an earlier run.
        try bytes.write(to: file, options: .atomic)
    }

    /// The numbers of the changes that processes came by since the last turn.
    func reached() throws -> Set<Int> {
        let bytes = [UInt8](try Data(contentsOf: file).dropFirst(4))
        return Set(bytes.indices.filter { bytes[$0] != 0 })
    }

    /// The files of the module that the changed sources import.
    var sources: [String: String] {
        [
            "include/module.modulemap": """
            module MutationSwitch { header "MutationSwitch.h" export * }

            """,
            "include/MutationSwitch.h": """
            #include <stdbool.h>
            extern int active_mutant;
            extern unsigned char *reached_mutants;
            static inline bool isMutant(int number) {
                reached_mutants[number] = 1;
                return active_mutant == number;
            }

            """,
            "MutationSwitch.c": """
            #include <fcntl.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <unistd.h>
            #include "MutationSwitch.h"
            int active_mutant;
            static unsigned char unread[\(Self.most + 1)];
            unsigned char *reached_mutants = unread;
            __attribute__((constructor)) static void read_switch(void) {
                int file = open("\(file.path)", O_RDWR | O_CLOEXEC);
                if (file < 0) return;
                unsigned char *bytes = mmap(NULL, 4 + sizeof unread, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
                close(file);
                if (bytes == MAP_FAILED) return;
                memcpy(&active_mutant, bytes, 4);
                reached_mutants = bytes + 4;
            }

            """,
        ]
    }
}
