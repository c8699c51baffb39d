// Written by `npm run docs` from the marks in prisma/schema; a test compares. Do not edit.

/** Every personal column (D29). */
export const PERSONAL_COLUMNS = [
  { table: 'cancellation', column: 'reason', kind: 'text', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'cancellation_marker', column: 'reason', kind: 'text', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'return', column: 'customer_note', kind: 'text', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'return_line', column: 'reason', kind: 'text', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'sent_event', column: 'body', kind: 'bytes', at: null, keeps: null, each: null, blanked: 'request' },
  { table: 'store_call', column: 'request', kind: 'json', at: null, keeps: null, each: null, blanked: 'request' },
  { table: 'store_call', column: 'response', kind: 'json', at: null, keeps: null, each: null, blanked: 'request' },
  { table: 'seller_order', column: 'name', kind: 'text', at: null, keeps: null, each: null, blanked: 'request' },
  { table: 'seller_order', column: 'latitude', kind: 'number', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'seller_order', column: 'longitude', kind: 'number', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'seller_order', column: 'ship_to', kind: 'json', at: null, keeps: 'country_code', each: null, blanked: 'age' },
  { table: 'seller_order', column: 'content_sha256', kind: 'text', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'routing_decision', column: 'detail', kind: 'json', at: null, keeps: null, each: 'distanceKm', blanked: 'age' },
  { table: 'shipping_order', column: 'payload', kind: 'json', at: 'ship_to', keeps: 'country_code', each: null, blanked: 'age' },
  { table: 'routing_lab_line', column: 'was_km', kind: 'number', at: null, keeps: null, each: null, blanked: 'age' },
  { table: 'routing_lab_line', column: 'becomes_km', kind: 'number', at: null, keeps: null, each: null, blanked: 'age' },
] as const;
