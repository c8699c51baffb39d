import { z } from 'zod';
import { PageError } from './page-error';

const Place = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

/** A list's cursor in an address. */
export interface Place {
  at: Date;
  id: string;
}

export function writePlace({ at, id }: Place): string {
  return `${at.toISOString()}_${id}`;
}

/** Null: the address has none. Throws `PageError` if it is malformed. */
export function readPlace(input: unknown): Place | null {
  if (input === undefined) return null;
  const read = Place.safeParse(typeof input === 'string' ? input.split('_') : input);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  const [at, id] = read.data;
  return { at: new Date(at), id };
}

/** Before every future row: the top of an empty list. @param now milliseconds since the epoch */
export function placeOfNow(now: number): Place {
  return { at: new Date(now), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}
