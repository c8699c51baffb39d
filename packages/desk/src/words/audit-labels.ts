/** The labels of audit details and of changed fields. Names that are words already, such as `note` or `owner`, need none. */
const AUDIT_LABELS: Readonly<Record<string, string>> = {
  asked_for: 'asked for',
  band_km: 'band, km',
  bearer_token: 'bearer token',
  check_images: 'images checked',
  closed_days: 'closed days',
  dead_letters: 'failed messages',
  dead_letters_deleted: 'failed messages deleted',
  dead_letters_left: 'failed messages kept, still open',
  destination_countries: 'countries it ships to',
  found_by: 'found by',
  hub_network_location_id: 'location of the network',
  injection_vat: 'VAT between shops',
  left_open: 'orders kept, still open',
  lineItemId: 'line',
  lost_from: 'lost from',
  lost_until: 'lost until',
  not_run: 'not run',
  optional_fields: 'optional fields',
  orders_per_day: 'orders per day',
  sent_bodies_erased: 'bodies of events erased',
  sent_events: 'events it sent',
  shop_id: 'shop',
  ship_by: 'to ship by',
  ship_within: 'ships within',
  signing_secrets: 'signing secrets',
  split_rate: 'split rate',
  still_in_difficulty: 'still affected',
  stock_buffer: 'stock buffer',
  stock_deducted_at: 'stock deducted at',
  store_api_root: 'address of the store',
  test_variants: 'test variants',
  test_webhook_url: 'address for tests',
  time_zone: 'time zone',
  valid_from: 'valid from',
};
const CAPABILITY = /^capabilities\.(?<name>\w+)$/;

const MODES: Readonly<Record<string, string>> = { dry_run: 'dry run' };

/** The text of a changed field's value: the state of a capability has a label, all else is shown as recorded. */
export function auditValue(field: string, value: string): string {
  return CAPABILITY.test(field) ? (MODES[value] ?? value) : value;
}

/** The label of a detail or a changed field of the audit; without a label it is shown as recorded. */
export function auditLabel(name: string): string {
  const capability = CAPABILITY.exec(name)?.groups?.['name'];
  if (capability !== undefined) return `capability ${auditLabel(capability)}`;
  return AUDIT_LABELS[name] ?? name;
}
