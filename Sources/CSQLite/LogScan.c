// The form of SQLite's write-ahead log: https://www.sqlite.org/fileformat.html#the_write_ahead_log
#include "CSQLite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 32
#define FRAME_HEADER 24

static uint32_t big(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t little(const uint8_t *bytes) {
  return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

struct sum {
  uint32_t first, second;
};

static struct sum added(struct sum sum, const uint8_t *bytes, size_t count, int is_big) {
  for (size_t place = 0; place + 8 <= count; place += 8) {
    sum.first += (is_big ? big(bytes + place) : little(bytes + place)) + sum.second;
    sum.second += (is_big ? big(bytes + place + 4) : little(bytes + place + 4)) + sum.first;
  }
  return sum;
}

static struct sum stored(const uint8_t *bytes) { return (struct sum){big(bytes), big(bytes + 4)}; }

static int equal(struct sum left, struct sum right) { return left.first == right.first && left.second == right.second; }

// A frame that continues the sum of the one before was written after it, whether that one is damaged in its content (then
// its stored sum is right) or in its sum (then the computed one is). Frames behind a damaged one that do so and end a
// transaction are commits; those of a transaction that was given up never end one.
static int64_t lost_commits(FILE *log, const uint8_t *header, int is_big, uint8_t *frame, size_t page) {
  struct sum computed = added((struct sum){0, 0}, header, 24, is_big);
  struct sum written = stored(header + 24);
  int is_damaged = !equal(computed, written);
  // Of a damaged header the salts may be wrong; frames of an earlier log, which have others, may stand behind this one's.
  int has_salts = !is_damaged;
  int64_t lost = 0;
  uint8_t salts[8];
  memcpy(salts, header + 16, sizeof salts);
  while (fread(frame, 1, FRAME_HEADER + page, log) == FRAME_HEADER + page) {
    struct sum next = stored(frame + 16);
    struct sum after_computed = added(added(computed, frame, 8, is_big), frame + FRAME_HEADER, page, is_big);
    struct sum after_written = added(added(written, frame, 8, is_big), frame + FRAME_HEADER, page, is_big);
    int continues = equal(after_computed, next) || equal(after_written, next);
    if (continues && !has_salts) {
      memcpy(salts, frame + 8, sizeof salts);
      has_salts = 1;
    }
    int is_whole = continues && memcmp(frame + 8, salts, sizeof salts) == 0;
    if (is_damaged && is_whole && big(frame + 4) != 0) lost++;
    if (!is_whole) is_damaged = 1;
    computed = equal(after_written, next) ? after_written : after_computed;
    written = next;
  }
  return lost;
}

int64_t csqlite_lost_commits(const char *path) {
  FILE *log = fopen(path, "rbe");
  if (!log) return errno == ENOENT ? 0 : -errno;
  uint8_t header[HEADER];
  int64_t lost = 0;
  if (fread(header, 1, sizeof header, log) == sizeof header) {
    uint32_t page = big(header + 8);
    // A flipped bit leaves no power of two. 4096 is what SQLite makes by itself, and so what our databases have.
    if (page < 512 || page > 65536 || (page & (page - 1)) != 0) page = 4096;
    uint8_t *frame = malloc(FRAME_HEADER + page);
    for (int is_big = 0; frame && is_big < 2 && lost == 0; is_big++) {
      if (fseek(log, HEADER, SEEK_SET) == 0) lost = lost_commits(log, header, is_big, frame, page);
    }
    free(frame);
  }
  fclose(log);
  return lost;
}
