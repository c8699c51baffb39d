import type { SimulatedStore } from '@hub/store-simulator';
import type { Chance } from '@hub/testing';
import { STORE_TIMEOUT_MS } from './hub';
import type { Network } from './network';

type FaultOrder = Parameters<SimulatedStore['faults']['add']>[0];
type Fault = FaultOrder['fault'];

const CALLS = [
  'PUT /inventory',
  'POST /orders',
  'POST /orders',
  'PUT /orders/{order_id}/tracking',
  'POST /cancel',
  'POST /returns',
] as const;
/** Longer than an attempt may take. */
const HANGS_MS = STORE_TIMEOUT_MS + 500;

/** What a store does wrong with the next calls of a kind, one after the other. */
const FAULTS_OF_STORES: readonly (readonly Fault[])[] = [
  [{ kind: 'status', status: 500 }],
  [
    { kind: 'status', status: 503 },
    { kind: 'status', status: 502 },
  ],
  [{ kind: 'status', status: 429, retryAfter: 1 }],
  [{ kind: 'drop', when: 'before' }],
  [{ kind: 'drop', when: 'after' }],
  [
    { kind: 'drop', when: 'after' },
    { kind: 'status', status: 500 },
  ],
  // It has carried the call out, and denies it.
  [
    { kind: 'drop', when: 'after' },
    { kind: 'status', status: 404, code: 'unknown_order' },
  ],
  [
    { kind: 'drop', when: 'after' },
    { kind: 'status', status: 409, code: 'idempotency_conflict' },
  ],
  [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 404, code: 'unknown_variant' },
  ],
  [{ kind: 'status', status: 404, code: 'unknown_variant' }],
  [{ kind: 'status', status: 400, code: 'invalid_request' }],
  [{ kind: 'delay', ms: HANGS_MS, when: 'after' }],
  [{ kind: 'delay', ms: HANGS_MS, when: 'before' }],
  [{ kind: 'delay', ms: 1_000, when: 'after' }],
  [{ kind: 'wrong_receipt', change: { external_ref: 'of another order' } }],
  [{ kind: 'success_status', status: 201 }],
  [{ kind: 'wrong_body', body: '<html>' }],
];
/** A text of a store that must not be stored as it is. */
const UNSTORABLE: Fault = { kind: 'status', status: 422, code: 'bad\u0000code\ud83d' };
const PERMANENT = new Set([400, 404, 409, 422]);

/** Stores that fail in every way the contract knows, and in some it does not. */
export class FaultyStores {
  constructor(
    private readonly network: Network,
    private readonly chance: Chance,
  ) {}

  /** One more store fails one kind of call. */
  problem(): void {
    const { store } = this.chance.pick(this.network.shops);
    const endpoint = this.chance.pick(CALLS);
    const faults = this.chance.happens(0.05) ? [UNSTORABLE] : this.chance.pick(FAULTS_OF_STORES);
    // A cancellation, a tracking or a return that a store refuses ends with people: rarely is enough.
    const needsPeople = faults.some((fault) => fault.kind === 'status' && PERMANENT.has(fault.status));
    if (needsPeople && endpoint !== 'PUT /inventory' && !this.chance.happens(0.4)) return;
    for (const fault of faults) store.faults.add({ endpoint, times: 1, fault });
  }

  /** A whole store hangs for a while, on every call. */
  hang(): void {
    const { store } = this.chance.pick(this.network.shops);
    const end = store.faults.add({
      endpoint: '*',
      fault: { kind: 'delay', ms: HANGS_MS, when: this.chance.pick(['before', 'after'] as const) },
    });
    setTimeout(end, this.chance.between(2_000, 8_000)).unref();
  }

  allIsWell(): void {
    for (const { store } of this.network.shops) store.faults.clear();
  }
}
