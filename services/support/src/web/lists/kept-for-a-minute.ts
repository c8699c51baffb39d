const MINUTE_MS = 60_000;
/** What is asked for under more keys than these is read again. */
const KEYS = 100;

type Read<Value> = (key: string, now: number) => Promise<Value>;

/** What is read over many rows need not be read again by every page that keeps itself fresh. @param read what is kept, by key */
export function keptForAMinute<Value>(read: Read<Value>): Read<Value> {
  return keptFor(MINUTE_MS, read);
}

/** The same for another time, in milliseconds. */
export function keptFor<Value>(forMs: number, read: Read<Value>): Read<Value> {
  const kept = new Map<string, { at: number; value: Promise<Value> }>();
  return (key, now) => {
    const found = kept.get(key);
    if (found && now - found.at < forMs) return found.value;
    const value = read(key, now);
    if (kept.size >= KEYS) kept.clear();
    kept.set(key, { at: now, value });
    // What could not be read is asked for again.
    value.catch(() => kept.delete(key));
    return value;
  };
}
