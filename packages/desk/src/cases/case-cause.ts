import { alertsThat } from '@hub/alerts';
import { Prisma } from '@hub/database';
import { commandQueue, COMMANDS, eventQueue } from '@hub/messaging';
import { z } from 'zod';
import { PROBLEMS } from '../problems/problems';

/** What failed. All failing items with the same cause are one case. */
export const Cause = z.object({
  /**
   * A situation of orders at risk, a kind of alert, or: `store_away`, calls to a store are suspended. `orders_off`, a
   * shop's orders are switched off with something open there. `message`, messages of one queue fail for the same
   * reason.
   */
  kind: z.string(),
  /** The responsible shop; null: none, or several. */
  shopId: z.int().nullable(),
  /** What else distinguishes it from others, such as a store's answer. */
  about: z.string(),
});
export type Cause = z.output<typeof Cause>;

/** A longer text adds nothing, and would not fit an index. */
const CHARACTERS = 300;

/** Problems that a store causes while it cannot be called: they are no failures of their own. */
const BEHIND_A_STORE = PROBLEMS.filter(({ behindStore }) => behindStore).map(({ name }) => name);
/** Alerts explained by a store that cannot be called. */
const EXPLAINED_BY_STORE = alertsThat(({ behindStore }) => behindStore);
/** Queues whose messages call the store of their shop. */
const CALL_STORES = [
  COMMANDS.pullCatalogue,
  ...Object.values(COMMANDS).filter(({ callsStore }) => callsStore),
].map((command) => commandQueue(command).name);
const BY_CODE = alertsThat(({ aCaseForEachCode }) => aCaseForEachCode);
/** Why a line waits for reasons of the shop and not of the article. */
const NOT_OF_THE_ARTICLE = ['no_consumer_vat', 'no_injection_vat', 'no_split_rate'];

/** The cause of a row of orders at risk, as columns. @param of aliases of the row and of the reachability of its store */
export function causeOfRisk(row: string, of: { storeIs: Prisma.Sql; reason: Prisma.Sql }): Prisma.Sql {
  const r = Prisma.raw(row);
  const isBehindStore = Prisma.sql`(${r}.situation = ANY (${BEHIND_A_STORE}::text[]) AND ${of.storeIs} = 'suspended')`;
  const isOff = Prisma.sql`(${r}.situation = 'store_away' AND ${of.storeIs} = 'switched_off')`;
  const reason = Prisma.sql`coalesce(${of.reason}, '')`;
  return Prisma.sql`
    CASE WHEN ${isBehindStore} THEN 'store_away' WHEN ${isOff} THEN 'orders_off'
      WHEN ${r}.situation = 'store_away' THEN 'placing' WHEN ${r}.situation = 'undecided' THEN 'message'
      ELSE ${r}.situation END AS kind,
    CASE WHEN ${r}.situation = 'undecided' THEN NULL ELSE coalesce(${r}.store, ${r}.seller) END AS "shopId",
    left(CASE WHEN ${isBehindStore} OR ${isOff} OR ${r}.situation = 'return_waiting' THEN ''
      WHEN ${r}.situation = 'undecided' THEN ${`${eventQueue('order.created').name} `} || ${reason}
      WHEN ${r}.situation = 'waiting' AND NOT ${reason} = ANY (${NOT_OF_THE_ARTICLE}::text[])
        THEN ${reason} || ' ' || ${r}.variant
      ELSE ${reason} END, ${CHARACTERS}) AS about`;
}

/**
 * The cause of failed messages without an order at risk. @param alias of table `dead_letter`; @param storeIs reachability of its
 * shop's store
 */
export function causeOfFailedMessage(alias: string, storeIs: Prisma.Sql): Prisma.Sql {
  const d = Prisma.raw(alias);
  const isBehindStore = Prisma.sql`(${d}.origin = ANY (${CALL_STORES}::text[]) AND ${storeIs} = 'suspended')`;
  return Prisma.sql`
    CASE WHEN ${isBehindStore} THEN 'store_away' ELSE 'message' END AS kind,
    CASE WHEN ${isBehindStore} THEN ${d}.shop_id END AS "shopId",
    CASE WHEN ${isBehindStore} THEN '' ELSE left(${d}.origin || ' ' || ${d}.reason, ${CHARACTERS}) END AS about`;
}

/**
 * The cause of an alert that no order's state covers. @param alias of table `alert`; @param storeIs reachability of its
 * shop's store
 */
export function causeOfAlert(alias: string, storeIs: Prisma.Sql): Prisma.Sql {
  const a = Prisma.raw(alias);
  const isStore = Prisma.sql`(${a}.kind = 'store_unauthorized'
    OR (${a}.kind = ANY (${EXPLAINED_BY_STORE}::text[]) AND ${storeIs} = 'suspended'))`;
  return Prisma.sql`
    CASE WHEN ${isStore} THEN 'store_away' ELSE ${a}.kind END AS kind, ${a}.shop_id AS "shopId",
    CASE WHEN ${a}.kind = ANY (${BY_CODE}::text[]) THEN coalesce(left(${a}.detail ->> 'code', ${CHARACTERS}), '') ELSE '' END AS about`;
}

/** The unique key of a cause. @param alias of a row with the three columns */
export function keyOfCause(alias: string): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`${row}.kind || '|' || coalesce(${row}."shopId"::text, '') || '|' || ${row}.about`;
}
