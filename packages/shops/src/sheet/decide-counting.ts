/** From when figures of a shop's location count as its stock (D16). */
export interface Counting {
  /** The shop's revision from which figures count, so that those known before do not; null: none counts. */
  countedFrom: bigint | null;
  /** Since when a catalogue run is awaited whose figures count; null: none is awaited. */
  uncountedSince: Date | null;
}

/** The sheet in force before a change. */
export interface CountingBefore {
  inventoryLive: boolean;
  locations: ReadonlyMap<string, Counting>;
}

/** D16: figures reported before an interruption do not count. A shop that is new to the hub has none. */
const FROM_THE_BEGINNING: Counting = { countedFrom: 0n, uncountedSince: null };
const NONE_COUNTS: Counting = { countedFrom: null, uncountedSince: null };

/**
 * Decides from when the figures of each location count (D16): from this change on, if `inventory` becomes live by it or
 * the location is new or back; else as before.
 * @param before null: the shop is new
 */
export function decideCounting(
  before: CountingBefore | null,
  sheet: { inventoryLive: boolean; locationIds: readonly string[] },
  change: { revision: bigint; at: Date },
): Map<string, Counting> {
  const fromNow = { countedFrom: change.revision, uncountedSince: change.at };
  const ofLocation = (locationId: string): Counting => {
    if (!sheet.inventoryLive) return NONE_COUNTS;
    if (before === null) return FROM_THE_BEGINNING;
    return (before.inventoryLive && before.locations.get(locationId)) || fromNow;
  };
  return new Map(sheet.locationIds.map((locationId) => [locationId, ofLocation(locationId)]));
}
