#include "CSQLite.h"

#include <stddef.h>
#include <string.h>

// FNV-1a of words, the last bytes one by one. No step makes one of two hashes, so that no change of a single word or
// byte is lost; what multiplying moves to the top is brought down again.
static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  for (uint64_t word; count >= sizeof word; next += sizeof word, count -= sizeof word) {
    memcpy(&word, next, sizeof word);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 32;
  }
  for (; count > 0; next++, count--) hash = (hash ^ *next) * 0x100000001b3u;
  return hash;
}

// Of a number with a point all its bits count: as text it has fifteen digits, which several numbers share.
static uint64_t bits(sqlite3_value *value, int type) {
  if (type == SQLITE_INTEGER) return (uint64_t)sqlite3_value_int64(value);
  double number = sqlite3_value_double(value);
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static void fingerprint(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int index = 0; index < count; index++) {
    int type = sqlite3_value_type(values[index]);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
      uint64_t number = bits(values[index], type);
      uint8_t bytes[9] = {(uint8_t)type};
      for (int place = 0; place < 8; place++) bytes[place + 1] = (uint8_t)(number >> (8 * place));
      hash = mix(hash, bytes, sizeof bytes);
    } else {
      const void *blob = type == SQLITE_NULL ? NULL : sqlite3_value_blob(values[index]);
      uint32_t length = blob ? (uint32_t)sqlite3_value_bytes(values[index]) : 0;
      // Without the type: an empty text and an empty blob are both bound by a pointer and a count.
      uint8_t head[5] = {type == SQLITE_NULL, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16),
                         (uint8_t)(length >> 24)};
      hash = mix(mix(hash, head, sizeof head), blob, length);
    }
  }
  sqlite3_result_int64(context, (sqlite3_int64)hash);
}

int csqlite_add_fingerprint(sqlite3 *database) {
  return sqlite3_create_function_v2(
      database, "fingerprint", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, fingerprint, NULL, NULL, NULL);
}

uint32_t csqlite_sum(const void *bytes, uint64_t count, uint64_t start) {
  const uint8_t *next = bytes;
  uint32_t sum = (0x811c9dc5u ^ (uint32_t)start) * 0x01000193u;
  for (uint32_t word; count >= sizeof word; next += sizeof word, count -= sizeof word) {
    memcpy(&word, next, sizeof word);
    sum = (sum ^ word) * 0x01000193u;
    sum ^= sum >> 15;
  }
  for (; count > 0; next++, count--) sum = (sum ^ *next) * 0x01000193u;
  return sum;
}
