import { randomUUID } from 'node:crypto';
import type { EventName } from '@hub/contract';
import { serial } from './serial';

/** Event data as a store writes it: JSON, not yet parsed by a schema. Tests override the fields that must be wrong. */
export interface InventoryUpdateData {
  variant_id: string;
  location_id: string;
  quantity: number;
  changed_at: string;
}

export interface PackageData {
  order_id: string;
  external_ref: string;
  package_id: string;
  carrier: string;
  tracking_number: string;
  tracking_url?: string;
  shipped_at: string;
  line_items: { external_ref: string; quantity: number }[];
}

export interface ReturnData {
  order_id: string;
  external_ref?: string;
  lines: { order_line_id: string; external_ref?: string; quantity: number; reason?: string }[];
  customer_note?: string;
}

/** `data` of `inventory.updated`: ten pieces of `V-1` at `1001` since now. */
export function anInventoryUpdate(overrides: Partial<InventoryUpdateData> = {}): InventoryUpdateData {
  return { variant_id: 'V-1', location_id: '1001', quantity: 10, changed_at: timeNow(), ...overrides };
}

/** `data` of `fulfillment.shipped`: one piece of one line, shipped now. */
export function aPackage(overrides: Partial<PackageData> = {}): PackageData {
  const number = serial();
  return {
    order_id: 'SO-1',
    external_ref: 'order-ref-1',
    package_id: `P-${number}`,
    carrier: 'PostNord',
    tracking_number: `TRACK-${number}`,
    shipped_at: timeNow(),
    line_items: [{ external_ref: 'line-ref-1', quantity: 1 }],
    ...overrides,
  };
}

/** `data` of `return.created` as a shipping shop sends it: one piece of one line. */
export function aReturn(overrides: Partial<ReturnData> = {}): ReturnData {
  return {
    order_id: 'SO-1',
    external_ref: 'order-ref-1',
    lines: [{ order_line_id: 'SOL-1', external_ref: 'line-ref-1', quantity: 1, reason: 'too small' }],
    ...overrides,
  };
}

export interface EventEnvelope<T extends object> {
  spec_version: string;
  event: EventName;
  event_id: string;
  occurred_at: string;
  data: T;
}

/** An event that happened now, with a new id. */
export function anEnvelope<T extends object>(
  event: EventName,
  data: T,
  overrides: Partial<EventEnvelope<T>> = {},
): EventEnvelope<T> {
  return { spec_version: '1', event, event_id: randomUUID(), occurred_at: timeNow(), data, ...overrides };
}

export function timeNow(): string {
  return new Date().toISOString();
}
