import type { Happening, LifePlan } from './life-steps';

const TRADER = { deducts: 'shipment', echoes: false, returns: 'live' } as const;
/** North's customers buy it from the shop alone: south has none. */
const ARTICLE = 1;

/** Short lives, each of which shows a rule that is hard to meet by chance. */
export const KNOWN_LIVES: readonly LifePlan[] = [
  // D14: the open order of a variant that was recreated keeps its pieces.
  aPlan({}, [
    ...soldByNorth(3),
    { do: 'recreate', article: ARTICLE },
    { do: 'read' },
    { do: 'rest' },
    { do: 'ship', at: 'shop', pick: 0, part: false },
    { do: 'rest' },
  ]),
  // D16: what was reported before an interruption does not count until the catalogue is read.
  aPlan({}, [
    { do: 'close' },
    { do: 'stock', at: 'shop', article: ARTICLE, location: 0, quantity: 1 },
    { do: 'break catalogue' },
    { do: 'come back' },
    { do: 'rest' },
    { do: 'stock', at: 'shop', article: ARTICLE, location: 0, quantity: 2 },
    { do: 'rest' },
  ]),
  // D32: a customer's return is not taken by a rehearsal, and one of a capability that is off is refused.
  ...(['live', 'off'] as const).map((returns) =>
    aPlan({ returns }, [
      ...soldByNorth(1),
      { do: 'rehearse' },
      { do: 'goods come back', at: 'shop', pick: 0 },
      { do: 'run writes', article: 0, quantity: 9 },
      { do: 'rest' },
      { do: 'run dies' },
      { do: 'rest' },
    ]),
  ),
  // D32: what the platform lowered for a sale that a rehearsal took is written again when the rehearsal is over.
  aPlan({}, [{ do: 'rehearse' }, { do: 'run sells' }, { do: 'rest' }, { do: 'run ends' }, { do: 'rest' }]),
  // D17: what a shop cannot ship is not on its shelf until it reports its stock.
  aPlan({}, [
    ...soldByNorth(2),
    { do: 'cannot ship', at: 'shop', pick: 0 },
    { do: 'rest' },
    { do: 'stock', at: 'shop', article: ARTICLE, location: 1, quantity: 1 },
    { do: 'rest' },
  ]),
  // D16, D17: figures that are counted after an interruption lift the block on what a shop could not ship.
  aPlan({}, [
    ...soldByNorth(2),
    { do: 'cannot ship', at: 'shop', pick: 0 },
    { do: 'close' },
    { do: 'come back' },
    { do: 'read' },
    { do: 'rest' },
  ]),
  // D25: a shop that was removed comes back, and its links by people are made again.
  aPlan({}, [
    { do: 'link', with: 'north' },
    { do: 'rest' },
    { do: 'close' },
    { do: 'remove' },
    { do: 'rest' },
    { do: 'come back' },
    { do: 'rest' },
    { do: 'link', with: 'north' },
    { do: 'rest' },
    { do: 'undo link', with: 'north' },
    { do: 'rest' },
  ]),
];

function soldByNorth(quantity: number): Happening[] {
  return [
    { do: 'stock', at: 'south', article: ARTICLE, location: 0, quantity: 0 },
    { do: 'rest' },
    { do: 'sell', at: 'north', article: ARTICLE, quantity },
    { do: 'rest' },
  ];
}

function aPlan(shop: Partial<LifePlan['traders']['shop']>, steps: readonly Happening[]): LifePlan {
  return {
    seed: 1,
    traders: { shop: { ...TRADER, ...shop }, north: TRADER, south: TRADER },
    inOrder: true,
    steps: steps.map((step) => ({ ...step, work: 0 })),
  };
}
