/** At least three attempts over at least fifteen minutes: the wait before each attempt, in milliseconds. */
export const DELIVERY_DELAYS_MS = [0, 60_000, 300_000, 900_000];
