/** How a list's cursor stands in an address. */
export interface PlaceText<Place> {
  write: (place: Place) => string;
  /** Null: this is no place. */
  read: (text: string) => Place | null;
}

/** A place by a time and the id of a row. */
export const BY_TIME_AND_ID: PlaceText<{ at: Date; id: string }> = {
  write: ({ at, id }) => `${at.toISOString()}_${id}`,
  read: (text) => {
    const [, at = '', id = ''] = PLACE.exec(text) ?? [];
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? null : { at: date, id };
  },
};
const PLACE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** A place by a row's number. */
export const BY_NUMBER: PlaceText<string> = {
  write: (place) => place,
  read: (text) => (/^\d{1,18}$/.test(text) ? text : null),
};

/** The place before every row of a moment, in a list by time. @param now milliseconds since the epoch */
export function placeOfNow(now: number): { at: Date; id: string } {
  return { at: new Date(now), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}
