import { durationWithin } from '../call-durations';
import { ACCEPT_BOUNDS, SHIP_BOUNDS } from './count-shops';

/** What is counted of a shop in a day, by kind and key. */
export type Counts = ReadonlyMap<string, number>;

export const SHOP_FIGURES = [
  'time_to_accept',
  'time_to_ship',
  'shipped_late',
  'cannot_ship',
  'refused',
  'returned',
  'cancelled',
  'stock_late',
  'stock_refused',
  'calls_failed',
] as const;
export type ShopFigureName = (typeof SHOP_FIGURES)[number];

/** A figure of how a shop does, defined once. */
interface Definition {
  label: string;
  /** What is counted, for the help of pages and integrators. */
  says: string;
  /** `seconds`: half of all took at most this long; else a number of these. */
  unit: 'seconds' | 'orders' | 'returns' | 'reports' | 'calls';
  /** Null: there were none of which it could be. */
  value: (counts: Counts) => number | null;
  /** Of how many. */
  of: (counts: Counts) => number;
}

export const countKey = (kind: string, key: string) => `${kind} ${key}`;

const count = (kind: string, key: string) => (counts: Counts) => counts.get(countKey(kind, key)) ?? 0;
const classes = (kind: string, bounds: readonly number[]) => (counts: Counts) =>
  Array.from({ length: bounds.length + 1 }, (_, index) => count(kind, String(index))(counts));
const sum =
  (...parts: readonly ((counts: Counts) => number | readonly number[])[]) =>
  (counts: Counts) =>
    parts.flatMap((part) => part(counts)).reduce((total, one) => total + one, 0);

const accepted = classes('accepted_in', ACCEPT_BOUNDS);
const shipped = classes('shipped_in', SHIP_BOUNDS);
const reports = sum(count('stock', 'in_time'), count('stock', 'late'), count('stock', 'refused'));
const shipping = (key: string) => count('shipping', key);

export const SHOP_FIGURE_DEFINITIONS: Readonly<Record<ShopFigureName, Definition>> = {
  time_to_accept: {
    label: 'Time to accept',
    says: 'from the first POST /orders of an order to its receipt: half of the orders took at most this long',
    unit: 'seconds',
    value: (counts) => durationWithin(accepted(counts), 0.5, ACCEPT_BOUNDS),
    of: sum(accepted),
  },
  time_to_ship: {
    label: 'Time to ship',
    says: 'from the receipt of an order to its last package: half of the orders took at most this long',
    unit: 'seconds',
    value: (counts) => durationWithin(shipped(counts), 0.5, SHIP_BOUNDS),
    of: sum(shipped),
  },
  shipped_late: {
    label: 'Shipped late',
    says: 'orders whose last package came after the time that the sheet gives, or after the day that the shop named; of those shipped',
    unit: 'orders',
    value: shipping('late'),
    of: sum(shipped),
  },
  cannot_ship: {
    label: 'Cannot ship',
    says: 'orders of which the shop said that it cannot ship them; of those accepted',
    unit: 'orders',
    value: shipping('cannot_ship'),
    of: sum(accepted),
  },
  refused: {
    label: 'Refused',
    says: 'answers to POST /orders with a 4xx; of those accepted or refused',
    unit: 'orders',
    value: shipping('refused'),
    of: sum(accepted, shipping('refused')),
  },
  returned: {
    label: 'Returns',
    says: 'returns of goods that the shop shipped; of the orders shipped',
    unit: 'returns',
    value: shipping('returned'),
    of: sum(shipped),
  },
  cancelled: {
    label: 'Cancelled after placing',
    says: 'orders that their selling shop cancelled when this shop had them already; of those accepted',
    unit: 'orders',
    value: shipping('cancelled'),
    of: sum(accepted),
  },
  stock_late: {
    label: 'Stock reports late',
    says: 'inventory.updated that came after a later one and was answered with stale; of all reports',
    unit: 'reports',
    value: count('stock', 'late'),
    of: reports,
  },
  stock_refused: {
    label: 'Stock reports refused',
    says: 'inventory.updated that was refused; of all reports',
    unit: 'reports',
    value: count('stock', 'refused'),
    of: reports,
  },
  calls_failed: {
    label: 'Calls failed',
    says: 'calls to the shop that did not end with a valid receipt; of all calls',
    unit: 'calls',
    value: count('calls', 'failed'),
    of: sum(count('calls', 'failed'), count('calls', 'confirmed')),
  },
};

/** How a shop does by one figure, over 30 days and day by day. */
export interface ShopFigure {
  figure: ShopFigureName;
  unit: Definition['unit'];
  /** Null: there was nothing that it could be of. */
  value: number | null;
  of: number;
  /** The oldest first; each a day of UTC, such as `2026-12-24`. */
  days: readonly { day: string; value: number | null; of: number }[];
}

/** All figures of a shop from what is counted of each day. */
export function figuresOf(days: readonly { day: string; counts: Counts }[]): ShopFigure[] {
  const whole = new Map<string, number>();
  for (const { counts } of days) for (const [key, one] of counts) whole.set(key, (whole.get(key) ?? 0) + one);
  return SHOP_FIGURES.map((figure) => {
    const { unit, value, of } = SHOP_FIGURE_DEFINITIONS[figure];
    const at = (counts: Counts) => ({
      value: of(counts) > 0 || unit !== 'seconds' ? value(counts) : null,
      of: of(counts),
    });
    return { figure, unit, ...at(whole), days: days.map(({ day, counts }) => ({ day, ...at(counts) })) };
  });
}
