import fc from 'fast-check';
import { ARTICLES, LOCATIONS, type TraderOptions } from './trader';

/** `shop` has the eventful life; the others trade with it. */
export const NAMES = ['shop', 'north', 'south'] as const;
export type Name = (typeof NAMES)[number];

/** What happens in a shop's life, or beside it. */
export type Happening =
  /** A customer buys what the store shows. */
  | { do: 'sell'; at: Name; article: number; quantity: number }
  | { do: 'sell own goods'; at: Name; article: number; quantity: number }
  | { do: 'ship'; at: Name; pick: number; part: boolean }
  | { do: 'cancel' | 'cannot ship' | 'goods come back' | 'send again'; at: Name; pick: number }
  | { do: 'stock'; at: Name; article: number; location: number; quantity: number }
  /** The catalogue changes. */
  | {
      do: 'vanish' | 'recreate' | 'list an earlier one' | 'take barcode away' | 'give barcode';
      article: number;
    }
  | { do: 'read' | 'break catalogue' | 'repair catalogue' }
  /** The sheet changes. */
  | { do: 'drain' | 'open' | 'close' | 'remove' | 'come back' | 'drop location' | 'add location' }
  /** People link the article without a barcode, or undo that. */
  | { do: 'link' | 'undo link'; with: Exclude<Name, 'shop'> }
  | { do: 'rehearse' | 'run sells' | 'run ends' | 'run dies' }
  | { do: 'run writes'; article: number; quantity: number }
  | { do: 'rest' };

/** What happens, and how much of the waiting work and events is done before the next step. */
export type LifeStep = Happening & { work: number };

export interface LifePlan {
  /** Draws which of the waiting work comes next. */
  seed: number;
  traders: Record<Name, Omit<TraderOptions, 'slug'>>;
  /** Stock reports of a variant arrive in the order in which they were sent. */
  inOrder: boolean;
  steps: LifeStep[];
}

const at = fc.constantFrom(...NAMES);
const article = fc.nat(ARTICLES - 1);
const pick = fc.nat(20);
const few = fc.integer({ min: 1, max: 3 });

const happening: fc.Arbitrary<Happening> = fc.oneof(
  w(6, fc.record({ do: fc.constant('sell' as const), at, article, quantity: few })),
  w(1, fc.record({ do: fc.constant('sell own goods' as const), at, article, quantity: few })),
  w(3, fc.record({ do: fc.constant('ship' as const), at, pick, part: fc.boolean() })),
  w(
    3,
    fc.record({ do: fc.constantFrom('cancel', 'cannot ship', 'goods come back', 'send again'), at, pick }),
  ),
  w(
    4,
    fc.record({
      do: fc.constant('stock' as const),
      at,
      article,
      location: fc.nat(LOCATIONS.length - 1),
      quantity: fc.integer({ min: -2, max: 9 }),
    }),
  ),
  w(
    4,
    fc.record({
      do: fc.constantFrom(
        'vanish',
        'recreate',
        'recreate',
        'list an earlier one',
        'take barcode away',
        'give barcode',
      ),
      article,
    }),
  ),
  w(4, fc.record({ do: fc.constantFrom('read', 'read', 'read', 'break catalogue', 'repair catalogue') })),
  w(
    5,
    fc.record({
      do: fc.constantFrom(
        'drain',
        'open',
        'close',
        'close',
        'remove',
        'come back',
        'come back',
        'drop location',
        'add location',
      ),
    }),
  ),
  w(
    2,
    fc.record({ do: fc.constantFrom('link', 'link', 'undo link'), with: fc.constantFrom('north', 'south') }),
  ),
  w(4, fc.record({ do: fc.constantFrom('rehearse', 'rehearse', 'run sells', 'run ends', 'run dies') })),
  w(1, fc.record({ do: fc.constant('run writes' as const), article, quantity: fc.nat(9) })),
  w(3, fc.constant({ do: 'rest' as const })),
);

function w<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> {
  return { weight, arbitrary };
}

const trader = fc.record({
  deducts: fc.constantFrom('order' as const, 'shipment' as const),
  echoes: fc.boolean(),
  returns: fc.constantFrom('live' as const, 'live' as const, 'off' as const),
});

export const aLife: fc.Arbitrary<LifePlan> = fc.record({
  seed: fc.nat(),
  traders: fc.record({ shop: trader, north: trader, south: trader }),
  inOrder: fc.constantFrom(true, true, false),
  steps: fc.array(
    fc.tuple(happening, fc.nat(4)).map(([step, work]): LifeStep => ({ ...step, work })),
    { minLength: 8, maxLength: 18, size: 'max' },
  ),
});
