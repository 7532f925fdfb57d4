#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "BenchmarkPeers.h"

enum { BEGIN, COMMIT, PLACE, INSERT, WAKE, RUNNING, FIRST, CLAIM, FIND, DELETE, ANY, STATEMENTS };

#define COLUMNS "id, queue, task, data, priority, place, attempts, forgiven, enqueued, due, expires, key"

/// What our store sends to SQLite, word for word.
static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE TRANSACTION",
    [COMMIT] = "COMMIT TRANSACTION",
    [PLACE] = "SELECT max(p) FROM ("
              "SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 0 AND priority = ?2 "
              "ORDER BY place DESC LIMIT 1) AS p "
              "UNION ALL SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 1 AND priority = ?2 "
              "ORDER BY place DESC LIMIT 1) "
              "UNION ALL SELECT (SELECT place FROM job WHERE queue = ?1 AND state = 2 AND priority = ?2 "
              "ORDER BY place DESC LIMIT 1))",
    [INSERT] = "INSERT INTO job (queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, wake, "
               "expires, key) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?)",
    [WAKE] = "SELECT " COLUMNS ", state FROM job INDEXED BY job_wake WHERE wake <= ? ORDER BY id",
    [RUNNING] = "SELECT count(*) FROM job WHERE queue = ? AND state = 1",
    [FIRST] = "SELECT " COLUMNS " FROM job WHERE queue = ? AND state = 0 ORDER BY priority, place LIMIT 1",
    [CLAIM] = "UPDATE job SET state = 1, attempts = attempts + 1, wake = ?, worker = ? WHERE id = ?",
    [FIND] = "SELECT " COLUMNS " FROM job WHERE id = ? AND attempts = ? AND state = 1 AND worker IS ?",
    [DELETE] = "DELETE FROM job WHERE id = ?",
    [ANY] = "SELECT 1 FROM job LIMIT 1",
};

struct job_file {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    int64_t *claimed;
};

static void require(bool holds, job_file *file, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(file->database));
        abort();
    }
}

job_file *job_file_open(const char *path, bool full) {
    job_file *file = calloc(1, sizeof(job_file));
    require(sqlite3_open(path, &file->database) == SQLITE_OK, file, path);
    const char *level = full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    require(sqlite3_exec(file->database, level, NULL, NULL, NULL) == SQLITE_OK, file, level);
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
    free(file->claimed);
    free(file);
}

/// A statement without rows.
static void run(job_file *file, int statement) {
    require(sqlite3_step(file->statements[statement]) == SQLITE_DONE, file, texts[statement]);
    sqlite3_reset(file->statements[statement]);
}

/// Reads a row as a job: every text is copied, as a program that works it must.
static int64_t read_job(sqlite3_stmt *row, int *attempts) {
    char *queue = strdup((const char *)sqlite3_column_text(row, 1));
    char *task = strdup((const char *)sqlite3_column_text(row, 2));
    char *data = strdup((const char *)sqlite3_column_text(row, 3));
    int64_t sum = sqlite3_column_int(row, 4) + sqlite3_column_int64(row, 5) + sqlite3_column_int(row, 7)
                  + sqlite3_column_int64(row, 8) + sqlite3_column_int64(row, 9) + sqlite3_column_type(row, 10)
                  + sqlite3_column_type(row, 11);
    *attempts = sqlite3_column_int(row, 6);
    int64_t id = sqlite3_column_int64(row, 0);
    if (sum < 0 || queue == NULL || task == NULL || data == NULL) {
        abort();
    }
    free(queue);
    free(task);
    free(data);
    return id;
}

static void insert(job_file *file, int64_t now) {
    sqlite3_stmt *place = file->statements[PLACE];
    sqlite3_bind_text(place, 1, "default", -1, SQLITE_STATIC);
    sqlite3_bind_int(place, 2, 2);
    require(sqlite3_step(place) == SQLITE_ROW, file, texts[PLACE]);
    int64_t next = sqlite3_column_int64(place, 0) + 1;
    sqlite3_reset(place);
    sqlite3_stmt *row = file->statements[INSERT];
    sqlite3_bind_text(row, 1, "default", -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, "work", -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, "{\"n\":1}", -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 4, 2);
    sqlite3_bind_int(row, 5, 0);
    sqlite3_bind_int64(row, 6, next);
    sqlite3_bind_int64(row, 7, now);
    sqlite3_bind_int64(row, 8, now);
    sqlite3_bind_null(row, 9);
    sqlite3_bind_null(row, 10);
    sqlite3_bind_null(row, 11);
    run(file, INSERT);
}

void job_file_enqueue(job_file *file, int32_t count, int64_t now) {
    run(file, BEGIN);
    for (int32_t index = 0; index < count; index++) {
        insert(file, now);
    }
    run(file, COMMIT);
}

/// Counts the rows of a statement whose answer is one number or none.
static int64_t ask(job_file *file, int statement) {
    sqlite3_stmt *question = file->statements[statement];
    int64_t answer = sqlite3_step(question) == SQLITE_ROW ? sqlite3_column_int64(question, 0) : -1;
    sqlite3_reset(question);
    return answer;
}

static int64_t claim_one(job_file *file, int64_t now) {
    sqlite3_stmt *first = file->statements[FIRST];
    sqlite3_bind_text(first, 1, "default", -1, SQLITE_STATIC);
    if (sqlite3_step(first) != SQLITE_ROW) {
        sqlite3_reset(first);
        return -1;
    }
    int attempts = 0;
    int64_t id = read_job(first, &attempts);
    sqlite3_reset(first);
    sqlite3_stmt *claim = file->statements[CLAIM];
    sqlite3_bind_int64(claim, 1, now + 60000000000);
    sqlite3_bind_int64(claim, 2, 0);
    sqlite3_bind_int64(claim, 3, id);
    run(file, CLAIM);
    return id;
}

static void finish_one(job_file *file, int64_t id) {
    sqlite3_stmt *find = file->statements[FIND];
    sqlite3_bind_int64(find, 1, id);
    sqlite3_bind_int(find, 2, 1);
    sqlite3_bind_int64(find, 3, 0);
    require(sqlite3_step(find) == SQLITE_ROW, file, texts[FIND]);
    int attempts = 0;
    read_job(find, &attempts);
    sqlite3_reset(find);
    sqlite3_bind_int64(file->statements[DELETE], 1, id);
    run(file, DELETE);
    ask(file, ANY);
}

int32_t job_file_work(job_file *file, int32_t count, int64_t now) {
    file->claimed = realloc(file->claimed, (size_t)count * sizeof(int64_t));
    run(file, BEGIN);
    sqlite3_bind_int64(file->statements[WAKE], 1, now);
    ask(file, WAKE);
    sqlite3_bind_text(file->statements[RUNNING], 1, "default", -1, SQLITE_STATIC);
    ask(file, RUNNING);
    int32_t taken = 0;
    while (taken < count && (file->claimed[taken] = claim_one(file, now)) >= 0) {
        taken++;
    }
    run(file, COMMIT);
    run(file, BEGIN);
    for (int32_t index = 0; index < taken; index++) {
        finish_one(file, file->claimed[index]);
    }
    run(file, COMMIT);
    return taken;
}
