import { CAPABILITIES, type Capability } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { ALL_OFF, type Capabilities } from '../sheet-fields';
import { goLiveFlags, missingForLive, missingForSignOff } from './decide-go-live';
import { describeGoLive } from './go-live-state';
import type { CheckFact, GoLiveEntry, GoLiveFacts, LinkDelivery, RehearsalFact } from './go-live-facts';

const STORE = { storeApiRoot: 'https://shop.example/api', locations: '1001 and HUB_Network 9000' };
const ELSEWHERE = { ...STORE, storeApiRoot: 'https://other.example/api' };
const OTHER_LOCATIONS = { ...STORE, locations: '1002 and HUB_Network 9000' };

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 8, minute));

interface Rehearsed extends Partial<typeof STORE> {
  minute: number;
  capabilities?: readonly Capability[];
  result?: CheckFact['result'];
  violations?: string[];
}

/** One check for each capability, `<capability>.check`, and the rehearsal is named `r<minute>`. */
function rehearsed({
  minute,
  capabilities = CAPABILITIES,
  result = 'passed',
  ...rest
}: Rehearsed): RehearsalFact {
  const checks = capabilities.map((capability) => ({
    id: `${capability}.check`,
    capability,
    direction: 'to_store' as const,
    rule: 'stable cursors',
    result,
    seen: null,
    correct: null,
  }));
  return {
    id: `r${minute}`,
    at: at(minute),
    by: 'cli:ada',
    runner: 'r 1',
    violations: [],
    ...STORE,
    ...rest,
    checks,
  };
}

function confirmed(capability: Capability, minute: number, link: LinkDelivery = 'mailed'): GoLiveEntry[] {
  return (['store', 'operator'] as const).map((side) => ({
    kind: 'confirmed',
    capability,
    rehearsalId: `r${minute}`,
    confirmation: { side, name: 'Bo', words: 'agreed', link: side === 'store' ? link : null, at: at(minute) },
  }));
}

const allConfirmed = (minute: number) => CAPABILITIES.flatMap((capability) => confirmed(capability, minute));
const switched = (capability: Capability, to: 'live' | 'dry_run' | 'off', minute: number): GoLiveEntry => ({
  kind: 'switched',
  capability,
  to,
  at: at(minute),
});
const overruled = (checkId: string, minute: number): GoLiveEntry => ({
  kind: 'overruled',
  rehearsalId: `r${minute}`,
  checkId,
  overrule: { reason: 'known', by: 'lead:ada', at: at(minute) },
});
const signedOff = (capabilities: readonly Capability[]): GoLiveEntry => ({
  kind: 'signed_off',
  signOff: {
    name: 'Ada',
    words: 'open',
    at: at(50),
    certificate: { issuer: 'i', sha256: 's', capabilities, document: '' },
  },
});
const before = (capability: Capability): GoLiveEntry => ({
  kind: 'live_before_records',
  capability,
  at: at(0),
  store: STORE,
});

const facts = (
  rehearsals: readonly RehearsalFact[],
  entries: readonly GoLiveEntry[] = [],
  environment: GoLiveFacts['environment'] = 'test',
): GoLiveFacts => ({ environment, rehearsals, entries });

const shop = (capabilities: Partial<Capabilities> = {}, store = STORE) => ({
  store,
  capabilities: { ...ALL_OFF, ...capabilities },
});

describe('D32: what a change to live lacks', () => {
  const BOTH = ['is not confirmed by the store', 'is not confirmed by the operator'];
  it.each<[string, GoLiveFacts, string[]]>([
    ['nothing was rehearsed', facts([]), ['was not rehearsed']],
    ['rehearsed, not confirmed', facts([rehearsed({ minute: 1 })]), BOTH],
    ['confirmed by both', facts([rehearsed({ minute: 1 })], allConfirmed(1)), []],
    [
      'confirmed by one side',
      facts([rehearsed({ minute: 1 })], confirmed('inventory', 1).slice(0, 1)),
      ['is not confirmed by the operator'],
    ],
    [
      'a confirmation of an earlier rehearsal is none of the latest',
      facts([rehearsed({ minute: 1 }), rehearsed({ minute: 2 })], allConfirmed(1)),
      BOTH,
    ],
    [
      'a check failed',
      facts([rehearsed({ minute: 1, result: 'failed' })], allConfirmed(1)),
      ['check inventory.check failed: stable cursors'],
    ],
    [
      'a check was not played, which no one can overrule',
      facts(
        [rehearsed({ minute: 1, result: 'not_run' })],
        [...allConfirmed(1), overruled('inventory.check', 1)],
      ),
      ['check inventory.check was not played: stable cursors'],
    ],
    [
      'a failed check that a lead overruled',
      facts(
        [rehearsed({ minute: 1, result: 'failed' })],
        [overruled('inventory.check', 1), ...allConfirmed(1)],
      ),
      [],
    ],
    [
      'an overruled check does not stand for the confirmations',
      facts([rehearsed({ minute: 1, result: 'failed' })], [overruled('inventory.check', 1)]),
      BOTH,
    ],
    [
      'the overrule of an earlier rehearsal is none of the latest',
      facts(
        [rehearsed({ minute: 1, result: 'failed' }), rehearsed({ minute: 2, result: 'failed' })],
        [overruled('inventory.check', 1)],
      ),
      ['check inventory.check failed: stable cursors'],
    ],
    [
      'a rehearsal of other capabilities says nothing of this one',
      facts([rehearsed({ minute: 1, capabilities: ['products'] })], allConfirmed(1)),
      ['was not rehearsed'],
    ],
    [
      'the latest rehearsal failed, before it was ever live',
      facts([rehearsed({ minute: 1 }), rehearsed({ minute: 2, result: 'failed' })], allConfirmed(1)),
      ['check inventory.check failed: stable cursors'],
    ],
    [
      'rehearsed at another address',
      facts([rehearsed({ minute: 1, ...ELSEWHERE })], allConfirmed(1)),
      ['was rehearsed with another store_api_root: rehearse it again'],
    ],
    [
      'rehearsed with other locations',
      facts([rehearsed({ minute: 1, ...OTHER_LOCATIONS })], allConfirmed(1)),
      ['was rehearsed with other locations: rehearse it again'],
    ],
    ['development asks for nothing', facts([], [], 'development'), []],
  ])('%s', (_name, known, missing) => {
    expect(missingForLive(known, 'inventory', shop())).toEqual(missing);
  });
});

describe('D32: back from off or draining', () => {
  const wasLive = [...allConfirmed(1), switched('inventory', 'live', 2), switched('inventory', 'off', 3)];
  const failedLater = rehearsed({ minute: 4, result: 'failed' });
  it.each<[string, GoLiveFacts, string[], typeof STORE]>([
    ['needs no new rehearsal', facts([rehearsed({ minute: 1 })], wasLive), [], STORE],
    ['nor where a later one failed', facts([rehearsed({ minute: 1 }), failedLater], wasLive), [], STORE],
    [
      'does where the store moved',
      facts([rehearsed({ minute: 1 })], wasLive),
      ['was rehearsed with another store_api_root: rehearse it again'],
      ELSEWHERE,
    ],
    [
      'does where its locations changed',
      facts([rehearsed({ minute: 1 })], wasLive),
      ['was rehearsed with other locations: rehearse it again'],
      OTHER_LOCATIONS,
    ],
    [
      "does where an earlier capability's record is newer",
      facts(
        [rehearsed({ minute: 1 }), rehearsed({ minute: 4, capabilities: ['products'] })],
        [...wasLive, ...confirmed('products', 4)],
      ),
      ['was rehearsed before the record of products: rehearse it again'],
      STORE,
    ],
    [
      'not where the earlier one was merely rehearsed again, without confirmation',
      facts([rehearsed({ minute: 1 }), rehearsed({ minute: 4, capabilities: ['products'] })], wasLive),
      [],
      STORE,
    ],
    [
      'not where the earlier one went off and came back: that is no change',
      facts(
        [rehearsed({ minute: 1 })],
        [...wasLive, switched('products', 'off', 5), switched('products', 'live', 6)],
      ),
      [],
      STORE,
    ],
    [
      "does where an earlier capability's record is missing",
      facts(
        [rehearsed({ minute: 1, capabilities: ['inventory'] })],
        [...confirmed('inventory', 1), switched('inventory', 'live', 2)],
      ),
      ['rests on products, which has no record'],
      STORE,
    ],
    [
      'of what was live before records began needs none',
      facts([], [before('products'), before('inventory')]),
      [],
      STORE,
    ],
    [
      'of what was live before records began does where the store moved',
      facts([], [before('products'), before('inventory')]),
      ['was not rehearsed'],
      ELSEWHERE,
    ],
  ])('%s', (_name, known, missing, store) => {
    expect(missingForLive(known, 'inventory', shop({}, store))).toEqual(missing);
  });
});

describe('D32: production', () => {
  const inProduction = (entries: readonly GoLiveEntry[], rest: Partial<Rehearsed> = {}) =>
    facts([rehearsed({ minute: 1, ...rest })], entries, 'production');
  const noSignOff = 'needs the sign-off of production';

  it('opens after a sign-off of its own, with a certificate of test that names the capability', () => {
    expect(missingForLive(inProduction(allConfirmed(1)), 'products', shop())).toEqual([noSignOff]);
    const signed = (capabilities: readonly Capability[]) =>
      inProduction([...allConfirmed(1), signedOff(capabilities)]);
    expect(missingForLive(signed(['products']), 'products', shop())).toEqual([]);
    expect(missingForLive(signed(['products']), 'inventory', shop())).toEqual([
      'is not in the certificate of test that production was signed off with',
    ]);
  });

  it('a store that confirms through a printed link has not confirmed', () => {
    const printed = inProduction([...confirmed('products', 1, 'printed'), signedOff(CAPABILITIES)]);
    expect(missingForLive(printed, 'products', shop())).toEqual(['is not confirmed by the store']);
    expect(missingForLive({ ...printed, environment: 'test' }, 'products', shop())).toEqual([]);
  });

  it('orders begin with dry_run', () => {
    const ready = [...allConfirmed(1), signedOff(CAPABILITIES)];
    expect(missingForLive(inProduction(ready), 'orders', shop())).toEqual([
      'begins with dry_run in production',
    ]);
    expect(missingForLive(inProduction(ready), 'orders', shop({ orders: 'dry_run' }))).toEqual([]);
    expect(
      missingForLive(inProduction([...ready, switched('orders', 'dry_run', 3)]), 'orders', shop()),
    ).toEqual([]);
  });

  it('a run that left an order open does not count, and cannot be overruled', () => {
    const open = 'the run left order T-1 open';
    const known = inProduction([...allConfirmed(1), signedOff(CAPABILITIES)], { violations: [open] });
    expect(missingForLive(known, 'products', shop())).toEqual([open]);
  });

  it('what was live before records began comes back without a sign-off', () => {
    const known = facts([], CAPABILITIES.map(before), 'production');
    expect(missingForLive(known, 'orders', shop({ orders: 'draining' }))).toEqual([]);
  });
});

describe('D32: the sign-off of test, and flags', () => {
  it('comes after the last capability that the shop uses is confirmed', () => {
    const some = facts([rehearsed({ minute: 1 })], confirmed('products', 1));
    expect(missingForSignOff(facts([]), shop())).toEqual(['no capability is confirmed yet']);
    expect(missingForSignOff(some, shop({ products: 'live' }))).toEqual([]);
    expect(missingForSignOff(some, shop({ products: 'live', orders: 'dry_run' }))).toEqual([
      'capabilities.orders: is not confirmed',
    ]);
  });

  it('what is live is shown with the rehearsal that both confirmed, whatever was rehearsed since', () => {
    const wasLive = [...allConfirmed(1), switched('products', 'live', 2)];
    const known = facts([rehearsed({ minute: 1 }), rehearsed({ minute: 4 })], wasLive);
    const [products] = describeGoLive(known, shop({ products: 'live' }));
    expect(products).toMatchObject({ state: 'live', rehearsal: { rehearsalId: 'r4', store: null } });
    expect(products?.confirmed).toMatchObject({ rehearsalId: 'r1', store: {}, operator: {} });
  });

  it('a later failed rehearsal flags, and so does a store that moved', () => {
    const wasLive = [...allConfirmed(1), switched('products', 'live', 2)];
    const known = facts([rehearsed({ minute: 1 }), rehearsed({ minute: 4, result: 'failed' })], wasLive);
    expect(goLiveFlags(known, 'products', shop({ products: 'live' }, ELSEWHERE))).toEqual([
      'failed in a later rehearsal',
      'store_api_root or locations changed since its record',
    ]);
    expect(goLiveFlags(known, 'products', shop())).toEqual([]);
    expect(goLiveFlags(facts([]), 'products', shop({ products: 'live' }))).toEqual([
      'is live without a record',
    ]);
  });
});

describe('D32: a rehearsal that left checks out, and found no fault', () => {
  const limited = (minute: number, store: Partial<typeof STORE> = {}) =>
    rehearsed({ minute, result: 'not_run', ...store });
  const againWith = (one: RehearsalFact, entries: readonly GoLiveEntry[] = allConfirmed(1)) =>
    facts([rehearsed({ minute: 1 }), one], entries);
  const AGAIN = ['was rehearsed again since, with 1 checks left out: the earlier rehearsal counts'];

  it('replaces none that shows more, and says so', () => {
    const known = againWith(limited(2));
    expect(missingForLive(known, 'products', shop())).toEqual([]);
    const [products] = describeGoLive(known, shop());
    expect(products).toMatchObject({ state: 'confirmed', rehearsal: { rehearsalId: 'r1' }, flags: AGAIN });
  });

  it('does not hide a fault that was found before', () => {
    const known = facts([rehearsed({ minute: 1, result: 'failed' }), limited(2)]);
    expect(missingForLive(known, 'products', shop())).toEqual([
      'check products.check failed: stable cursors',
    ]);
  });

  it('does not flag what is live as a failure', () => {
    const known = againWith(limited(3), [...allConfirmed(1), switched('products', 'live', 2)]);
    expect(goLiveFlags(known, 'products', shop({ products: 'live' }))).toEqual(AGAIN);
  });

  it('counts if it is the only one of that store, and if it found a fault', () => {
    const notPlayed = ['check products.check was not played: stable cursors'];
    expect(missingForLive(facts([limited(1)]), 'products', shop())).toEqual(notPlayed);
    expect(missingForLive(againWith(limited(2, ELSEWHERE)), 'products', shop({}, ELSEWHERE))).toEqual(
      notPlayed,
    );
    const failed = rehearsed({ minute: 2, result: 'failed' });
    expect(missingForLive(againWith(failed), 'products', shop())).toEqual([
      'check products.check failed: stable cursors',
    ]);
    const leftOpen = rehearsed({ minute: 2, result: 'not_run', violations: ['the run left order T-1 open'] });
    expect(missingForLive(againWith(leftOpen), 'products', shop())).toContain('the run left order T-1 open');
  });
});

describe('D32: where a capability stands', () => {
  const of = (known: GoLiveFacts, mode: 'off' | 'live' | 'draining' = 'off') =>
    describeGoLive(known, shop({ orders: mode })).find(({ capability }) => capability === 'orders');

  it.each<[string, GoLiveFacts]>([
    ['not_rehearsed', facts([])],
    ['failed', facts([rehearsed({ minute: 1, result: 'failed' })])],
    ['rehearsed', facts([rehearsed({ minute: 1 })])],
    ['confirmed', facts([rehearsed({ minute: 1 })], allConfirmed(1))],
  ])('%s, with what a change to live lacks', (state, known) => {
    expect(of(known)).toMatchObject({ state, missing: missingForLive(known, 'orders', shop()) });
  });

  it('live, while it is live or draining: nothing is missing', () => {
    expect(of(facts([]), 'live')).toMatchObject({ mode: 'live', state: 'live', missing: [] });
    expect(of(facts([]), 'draining')).toMatchObject({ mode: 'draining', state: 'live', missing: [] });
  });

  it('live before records began: since when', () => {
    expect(of(facts([], [before('products'), before('orders')]))?.liveBeforeRecords).toEqual(at(0));
    const others = [before('products'), switched('orders', 'live', 1)];
    expect(of(facts([], others))?.liveBeforeRecords).toBeNull();
  });

  it('draining counts as live for its flags', () => {
    const flags = ['is live without a record'];
    expect(of(facts([]), 'draining')?.flags).toEqual(flags);
    expect(of(facts([], [], 'development'), 'draining')?.flags).toEqual([]);
  });
});

describe('D32: what counts as live, as dry run, as certified', () => {
  const rehearsedAgain = [rehearsed({ minute: 1 }), rehearsed({ minute: 4 })];
  const BOTH = ['is not confirmed by the store', 'is not confirmed by the operator'];

  it.each<[string, GoLiveEntry]>([
    ['was switched to dry run', switched('orders', 'dry_run', 2)],
    ['was switched off', switched('orders', 'off', 2)],
    ['is not the one that was live', switched('inventory', 'live', 2)],
    ['is not the one that was live before records began', before('inventory')],
  ])('a capability was not live that %s: its newest rehearsal is to be confirmed', (_, entry) => {
    const known = facts(rehearsedAgain, [...allConfirmed(1), entry]);
    expect(missingForLive(known, 'orders', shop())).toEqual(BOTH);
  });

  it.each<[string, GoLiveEntry]>([
    ['orders were switched elsewhere', switched('orders', 'off', 3)],
    ['another capability was switched', switched('inventory', 'live', 3)],
    ['a check was overruled', overruled('orders.check', 1)],
  ])('orders still begin with dry_run in production, although %s', (_, entry) => {
    const entries = [...allConfirmed(1), signedOff(CAPABILITIES), entry];
    const known = facts([rehearsed({ minute: 1 })], entries, 'production');
    expect(missingForLive(known, 'orders', shop())).toEqual(['begins with dry_run in production']);
  });

  it('a sign-off without a certificate certifies nothing', () => {
    const bare: GoLiveEntry = {
      kind: 'signed_off',
      signOff: { name: 'Ada', words: 'open', at: at(50), certificate: null },
    };
    const known = facts([rehearsed({ minute: 1 })], [...allConfirmed(1), bare], 'production');
    expect(missingForLive(known, 'products', shop())).toEqual([
      'is not in the certificate of test that production was signed off with',
    ]);
  });

  it('the sign-off of test needs a confirmation, but no capability in use', () => {
    const some = facts([rehearsed({ minute: 1 })], confirmed('products', 1));
    expect(missingForSignOff(some, shop())).toEqual([]);
    expect(missingForSignOff(facts([]), shop({ products: 'live' }))).toEqual([
      'capabilities.products: is not confirmed',
    ]);
  });

  it('only a later rehearsal that failed flags what is live', () => {
    const live = (...rehearsals: RehearsalFact[]) =>
      goLiveFlags(facts(rehearsals, [...allConfirmed(2)]), 'products', shop({ products: 'live' }));
    expect(live(rehearsed({ minute: 2 }))).toEqual([]);
    expect(live(rehearsed({ minute: 2 }), rehearsed({ minute: 3 }))).toEqual([]);
    expect(live(rehearsed({ minute: 1, result: 'failed' }), rehearsed({ minute: 2 }))).toEqual([]);
  });

  it('only the checks that were left out are counted', () => {
    const limited = rehearsed({ minute: 2, capabilities: ['products'] });
    const [check] = limited.checks;
    if (!check) throw new Error('no check');
    const checks = [check, { ...check, id: 'products.other', result: 'not_run' as const }];
    const known = facts([{ ...rehearsed({ minute: 1 }) }, { ...limited, checks }], allConfirmed(1));
    expect(goLiveFlags(known, 'products', shop())).toEqual([
      'was rehearsed again since, with 1 checks left out: the earlier rehearsal counts',
    ]);
  });
});
