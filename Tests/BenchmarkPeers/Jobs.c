#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "BenchmarkPeers.h"

enum { BEGIN, COMMIT, PUT, REMOVE, STATEMENTS };

/// What our store sends to SQLite, word for word.
static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE TRANSACTION",
    [COMMIT] = "COMMIT TRANSACTION",
    [PUT] = "INSERT INTO job (id, queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, expires, "
            "key, cause, died, number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET queue = excluded.queue, task = excluded.task, data = excluded.data, "
            "priority = excluded.priority, state = excluded.state, place = excluded.place, "
            "attempts = excluded.attempts, forgiven = excluded.forgiven, enqueued = excluded.enqueued, "
            "due = excluded.due, expires = excluded.expires, key = excluded.key, cause = excluded.cause, "
            "died = excluded.died, number = excluded.number",
    [REMOVE] = "DELETE FROM job WHERE id = ?",
};

static const char *const schema =
    "CREATE TABLE job ("
    "id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, task TEXT NOT NULL, data TEXT NOT NULL, "
    "priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3), "
    "state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2), place INTEGER NOT NULL, "
    "attempts INTEGER NOT NULL CHECK (attempts >= 0), "
    "forgiven INTEGER NOT NULL CHECK (forgiven BETWEEN 0 AND attempts), "
    "enqueued INTEGER NOT NULL, due INTEGER NOT NULL, expires INTEGER, key TEXT, "
    "cause INTEGER CHECK ((cause IS NULL) = (state < 2) AND cause BETWEEN 0 AND 3), "
    "died INTEGER CHECK ((died IS NULL) = (state < 2)), number INTEGER CHECK ((number IS NULL) = (state < 2))) STRICT;"
    "CREATE UNIQUE INDEX job_key ON job (key) WHERE key IS NOT NULL AND state < 2;"
    "CREATE INDEX job_death ON job (number) WHERE number IS NOT NULL;";

struct job_file {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
};

static void require(bool holds, job_file *file, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(file->database));
        abort();
    }
}

static void execute(job_file *file, const char *sql) {
    require(sqlite3_exec(file->database, sql, NULL, NULL, NULL) == SQLITE_OK, file, sql);
}

job_file *job_file_new(const char *path, bool full) {
    job_file *file = calloc(1, sizeof(job_file));
    require(sqlite3_open(path, &file->database) == SQLITE_OK, file, path);
    execute(file, "PRAGMA journal_mode = WAL");
    execute(file, full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    execute(file, schema);
    for (int index = 0; index < STATEMENTS; index++) {
        int code = sqlite3_prepare_v3(file->database, texts[index], -1, SQLITE_PREPARE_PERSISTENT,
                                      &file->statements[index], NULL);
        require(code == SQLITE_OK, file, texts[index]);
    }
    return file;
}

void job_file_close(job_file *file) {
    for (int index = 0; index < STATEMENTS; index++) {
        sqlite3_finalize(file->statements[index]);
    }
    sqlite3_close(file->database);
    free(file);
}

static void run(job_file *file, int statement) {
    require(sqlite3_step(file->statements[statement]) == SQLITE_DONE, file, texts[statement]);
    sqlite3_reset(file->statements[statement]);
}

static void put(job_file *file, int64_t id, bool is_running) {
    sqlite3_stmt *row = file->statements[PUT];
    sqlite3_bind_int64(row, 1, id);
    sqlite3_bind_text(row, 2, "default", -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, "work", -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 4, "{\"n\":1}", -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 5, 2);
    sqlite3_bind_int(row, 6, is_running ? 1 : 0);
    sqlite3_bind_int64(row, 7, id);
    sqlite3_bind_int(row, 8, is_running ? 1 : 0);
    sqlite3_bind_int(row, 9, 0);
    sqlite3_bind_int64(row, 10, 0);
    sqlite3_bind_int64(row, 11, 0);
    for (int column = 12; column <= 16; column++) {
        sqlite3_bind_null(row, column);
    }
    run(file, PUT);
}

void job_file_put(job_file *file, int64_t first, int32_t count, bool is_running) {
    run(file, BEGIN);
    for (int32_t index = 0; index < count; index++) {
        put(file, first + index, is_running);
    }
    run(file, COMMIT);
}

void job_file_remove(job_file *file, int64_t first, int32_t count) {
    run(file, BEGIN);
    for (int32_t index = 0; index < count; index++) {
        sqlite3_bind_int64(file->statements[REMOVE], 1, first + index);
        run(file, REMOVE);
    }
    run(file, COMMIT);
}
