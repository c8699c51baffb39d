import type { Database } from '@hub/database';

const MINUTE_MS = 60_000;
/** Beyond this many keys values are read again. */
const KEYS = 100;

type Read<Value> = (key: string, now: number) => Promise<Value>;

/** Caches a value that is read over many rows, so that not every self-refreshing page reads it again. @param read the cached value, by key */
export function keptForAMinute<Value>(read: Read<Value>): Read<Value> {
  return keptFor(MINUTE_MS, read);
}

/** The same for another duration, in milliseconds. */
export function keptFor<Value>(forMs: number, read: Read<Value>): Read<Value> {
  const kept = new Map<string, { at: number; value: Promise<Value> }>();
  return (key, now) => {
    const found = kept.get(key);
    if (found && now - found.at < forMs) return found.value;
    const value = read(key, now);
    if (kept.size >= KEYS) kept.clear();
    kept.set(key, { at: now, value });
    // A failed read is tried again.
    value.catch(() => kept.delete(key));
    return value;
  };
}

/** The same of a list, which is given its database. */
export function keptByDatabase<Value>(
  read: (db: Database, key: string, now: number) => Promise<Value>,
): (db: Database, key: string, now: number) => Promise<Value> {
  const kept = new WeakMap<Database, Read<Value>>();
  return (db, key, now) => {
    const ofDatabase = kept.get(db) ?? keptForAMinute((one, at) => read(db, one, at));
    kept.set(db, ofDatabase);
    return ofDatabase(key, now);
  };
}
