import { OrderCreated, readEventData } from '@hub/contract';
import { z } from 'zod';

const { shape } = OrderCreated;
const { shape: fields } = shape.shipping_address;

/** A delivery address as in the contract; absent fields are left out. */
export type Address = Record<string, string | number>;

/** What is wrong with one field of it, never the value (D6). */
export interface AddressFault {
  field: string;
  message: string;
}

/**
 * Parses an address by the contract's schema of `shipping_address`, naming every faulty field; coordinates come
 * together or not at all (D9).
 */
export function readAddress(
  given: unknown,
): { ok: true; address: Address } | { ok: false; faults: AddressFault[] } {
  const faults = Object.entries(fields).flatMap(([field, schema]) => faultOf(field, schema, given));
  const read = shape.shipping_address.safeParse(given);
  if (faults.length > 0 || !read.success)
    return {
      ok: false,
      faults: faults.length > 0 ? faults : [{ field: 'address', message: 'is not valid' }],
    };
  const { latitude, longitude } = read.data;
  if (latitude === undefined && longitude !== undefined)
    return { ok: false, faults: [{ field: 'latitude', message: 'is required beside a longitude' }] };
  if (longitude === undefined && latitude !== undefined)
    return { ok: false, faults: [{ field: 'longitude', message: 'is required beside a latitude' }] };
  return { ok: true, address: withoutAbsent(read.data) };
}

function faultOf(field: string, schema: z.ZodType, given: unknown): AddressFault[] {
  const read = readEventData(z.object({ [field]: schema }), given);
  if (read.ok) return [];
  const { message, field: path = '' } = read.refusal;
  return [{ field, message: message.slice(path.length).trim() }];
}

function withoutAbsent(address: Readonly<Record<string, string | number | undefined>>): Address {
  return Object.fromEntries(
    Object.entries(address).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
