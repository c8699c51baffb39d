import { CAPABILITIES, type Capability } from '@hub/contract';
import type { CapabilityState, Prisma, Tx } from '@hub/database';
import type { Environment } from '@hub/installation';
import { z } from 'zod';
import type { GoLiveEntry, GoLiveFacts, RehearsalFact } from './go-live-facts';

const Capability = z.enum(CAPABILITIES);

const Checks = z.array(
  z.object({
    id: z.string(),
    capability: Capability,
    direction: z.enum(['to_store', 'from_store']),
    rule: z.string(),
    result: z.enum(['passed', 'failed', 'not_run']),
    // Earlier rehearsals have it only in their records.
    seen: z.string().nullable().default(null),
    correct: z.string().nullable().default(null),
  }),
);

/** The details of an entry, by its kind, as stored. */
const ENTRY_DETAILS = {
  overruled: z.object({ check: z.string(), reason: z.string() }),
  confirmed: z.object({
    side: z.enum(['store', 'operator']),
    name: z.string(),
    words: z.string(),
    link: z.enum(['mailed', 'printed']).nullable(),
  }),
  signed_off: z.object({
    name: z.string(),
    words: z.string(),
    certificate: z
      .object({
        issuer: z.string(),
        sha256: z.string(),
        capabilities: z.array(Capability),
        document: z.string(),
      })
      .nullable(),
  }),
  switched: z.object({ from: z.string(), to: z.enum(['off', 'dry_run', 'live', 'draining']) }),
  live_before_records: z.object({ store_api_root: z.string(), locations: z.string() }),
};
export type EntryKind = keyof typeof ENTRY_DETAILS;
export type EntryDetail<Kind extends EntryKind> = z.output<(typeof ENTRY_DETAILS)[Kind]>;

/** The purpose of this database; one without a recorded purpose is of development (D28). */
export async function environmentOf(tx: Tx): Promise<Environment> {
  const row = await tx.installation.findUnique({ where: { id: 1 } });
  return z.enum(['development', 'test', 'production']).catch('development').parse(row?.environment);
}

/** All facts of a shop's going live in the environment of this database. */
export async function readGoLiveFacts(tx: Tx, shopId: number | null): Promise<GoLiveFacts> {
  const environment = await environmentOf(tx);
  if (shopId === null) return { environment, rehearsals: [], entries: [] };
  const rehearsals = await tx.goliveRehearsal.findMany({
    where: { shopId, environment },
    omit: { record: true },
    orderBy: [{ storedAt: 'asc' }, { id: 'asc' }],
  });
  const entries = await tx.goliveEntry.findMany({
    where: { shopId, OR: [{ environment }, { environment: null }] },
    orderBy: { id: 'asc' },
  });
  return { environment, rehearsals: rehearsals.map(rehearsalOf), entries: entries.flatMap(entryOf) };
}

type RehearsalRow = Omit<Prisma.GoliveRehearsalGetPayload<object>, 'record'>;

function rehearsalOf(row: RehearsalRow): RehearsalFact {
  const { id, storedAt: at, ranBy: by, runner, storeApiRoot, locations, violations } = row;
  return { id, at, by, runner, storeApiRoot, locations, violations, checks: Checks.parse(row.checks) };
}

type EntryRow = Prisma.GoliveEntryGetPayload<object>;

/** A kind that a later release added is ignored. */
function entryOf(row: EntryRow): GoLiveEntry[] {
  const { at } = row;
  switch (row.kind) {
    case 'overruled': {
      const { check, reason } = ENTRY_DETAILS.overruled.parse(row.detail);
      const overrule = { reason, by: row.actor, at };
      return [{ kind: row.kind, rehearsalId: row.rehearsalId ?? '', checkId: check, overrule }];
    }
    case 'confirmed': {
      const confirmation = { ...ENTRY_DETAILS.confirmed.parse(row.detail), at };
      const { rehearsalId } = row;
      return [
        { kind: row.kind, capability: capabilityOf(row), rehearsalId: rehearsalId ?? '', confirmation },
      ];
    }
    case 'signed_off':
      return [{ kind: row.kind, signOff: { ...ENTRY_DETAILS.signed_off.parse(row.detail), at } }];
    case 'switched': {
      const { to } = ENTRY_DETAILS.switched.parse(row.detail);
      return [{ kind: row.kind, capability: capabilityOf(row), to, at }];
    }
    case 'live_before_records': {
      const { store_api_root: storeApiRoot, locations } = ENTRY_DETAILS.live_before_records.parse(row.detail);
      return [{ kind: row.kind, capability: capabilityOf(row), at, store: { storeApiRoot, locations } }];
    }
    default:
      return [];
  }
}

const capabilityOf = ({ capability }: EntryRow): Capability => Capability.parse(capability);

/** Writes an entry, once and never changed. */
export async function addEntry<Kind extends EntryKind>(
  tx: Tx,
  entry: {
    shopId: number;
    kind: Kind;
    capability: Capability | null;
    rehearsalId: string | null;
    actor: string;
    detail: EntryDetail<Kind>;
  },
): Promise<void> {
  await tx.goliveEntry.create({ data: { ...entry, environment: await environmentOf(tx) } });
}

/** A capability that a sheet switched. */
export interface Switch {
  capability: Capability;
  from: string;
  to: CapabilityState;
}

/** Records what a sheet switched. */
export async function keepSwitches(
  tx: Tx,
  { shopId, actor, switches }: { shopId: number; actor: string; switches: readonly Switch[] },
): Promise<void> {
  for (const { capability, from, to } of switches) {
    const detail = { from, to };
    await addEntry(tx, { shopId, kind: 'switched', capability, rehearsalId: null, actor, detail });
  }
}
