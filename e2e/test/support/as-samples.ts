import { createHash } from 'node:crypto';

/** Names of the tests' stores and articles, as an integrator would have them. */
const NAMES: readonly [RegExp, string][] = [
  [/product-of-variant-near/g, 'P-JACKET'],
  [/variant-near/g, 'V-2041'],
  [/variant-selling/g, 'JACKET-M'],
  [/variant-of-its-own/g, 'SOCKS-38'],
  [/relay\.hub\.test/g, 'relay.hub.example'],
  [/selling-[0-9a-z]+-(\d+)/g, '5000$1'],
  [/near-[0-9a-z]+-(\d+)/g, '8000$1'],
];

/** Each value of these forms becomes a made-up one of its form: the same for the same, in the order they come. */
const MADE_UP: readonly RegExp[] = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  /(?<=hub-)[0-9a-f]{32}/g,
  /(?<=-cancel-)[0-9a-f]{12}/g,
  /[0-9a-f]{32}(?=@)/g,
  /(?<="(?:pk|re)_)[\w-]{32}(?=")/g,
];

const TIMES: Readonly<Record<string, string>> = {
  changed_at: '2026-03-02T08:00:00.125000000Z',
  created_at: '2026-03-02T09:15:30.480Z',
  cancelled_at: '2026-03-02T09:40:12.007Z',
  shipped_at: '2026-03-03T14:20:05.310Z',
  'inventory.updated': '2026-03-02T08:00:00.125Z',
  'order.created': '2026-03-02T09:15:30.480Z',
  'order.cancelled': '2026-03-02T09:40:12.010Z',
  'fulfillment.shipped': '2026-03-03T14:20:05.311Z',
  'return.created': '2026-03-09T10:02:44.900Z',
};

/** What was captured, with what differs from run to run (ids, references, times) made up, always the same. */
export function asSamples<T>(captured: T): T {
  let text = JSON.stringify(captured);
  for (const [name, sample] of NAMES) text = text.replace(name, sample);
  for (const [kind, form] of MADE_UP.entries()) text = text.replace(form, sampleOf(String(kind)));
  text = text.replace(
    /"(changed_at|created_at|cancelled_at|shipped_at)":"[^"]+"/g,
    (_all, field: string) => `"${field}":"${TIMES[field]}"`,
  );
  text = text.replace(
    /"event":"([a-z.]+)",("event_id":"[^"]+"),"occurred_at":"[^"]+"/g,
    (_all, event: string, id) => `"event":"${event}",${id},"occurred_at":"${TIMES[event]}"`,
  );
  return JSON.parse(text);
}

/** Of the same length, dashes of a UUID where they were. */
function sampleOf(kind: string): (value: string) => string {
  const samples = new Map<string, string>();
  return (value) => {
    const known = samples.get(value);
    if (known !== undefined) return known;
    const digits = createHash('sha256').update(`${kind}/${samples.size}`).digest('hex');
    const sample = value.length === 36 ? digits.replace(UUID_PARTS, '$1-$2-4$3-8$4-$5') : digits;
    samples.set(value, sample.slice(0, value.length));
    return sample.slice(0, value.length);
  };
}

const UUID_PARTS = /^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/;
