const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** A session at the door ends after this time without activity. */
export const IDLE_MS = 2 * HOUR_MS;
/** A working day: then a new link is needed, whatever the activity. */
const LASTS_MS = 12 * HOUR_MS;

export type Stay = { kind: 'goes_on'; activeAt: number } | { kind: 'ends'; words: string };

/** Whether a session is still within its time limits. All in milliseconds since the epoch. */
export function decideStay(session: { letInAt: number; activeAt: number }, now: number): Stay {
  if (now - session.letInAt >= LASTS_MS)
    return { kind: 'ends', words: 'You signed in twelve hours ago: ask for a new link.' };
  if (now - session.activeAt >= IDLE_MS)
    return { kind: 'ends', words: 'Nothing was done for two hours: ask for a new link.' };
  // To the minute, so that not every page causes a database write.
  return { kind: 'goes_on', activeAt: now - session.activeAt < MINUTE_MS ? session.activeAt : now };
}
