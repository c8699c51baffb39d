import type { Prisma } from '@hub/database';
import { z } from 'zod';
import {
  areBuiltIn,
  bandKmOf,
  criteriaWithBand,
  ReadCriteria,
  WHOLE_EARTH_KM,
  writeCriteria,
} from './criteria';
import type { LineDecision, RoutingDecision, RuledOutShop } from './decide-routing';
import type { RankedShop } from './rank-candidates';
import type { RoutingFacts, RoutingPolicy } from './routing-facts';

const Key = { shopId: z.number(), variantId: z.string() };
/** Decisions of policy D19-1 ignored suspended shops. */
const Figures = {
  ...Key,
  freeStock: z.number(),
  distanceKm: z.number().nullable(),
  /** These two are stored only if the policy compares by them. */
  sameCountry: z.boolean().nullable().default(null),
  load: z.number().nullable().default(null),
  suspended: z.boolean().default(false),
  /** Decisions made before there was a daily number have none. */
  full: z.boolean().default(false),
};
const StoredCandidate = z.object({ ...Figures, alreadyChosen: z.boolean() });
/** Decisions stored before distances of excluded shops were kept have none. */
const StoredRuledOut = z.object({
  ...Figures,
  distanceKm: Figures.distanceKm.default(null),
  reason: z.string(),
});

/** Without criteria it is the built-in policy, with those bands. */
const StoredPolicy = z
  .object({ version: z.string(), bandKm: z.number(), criteria: ReadCriteria.optional() })
  .transform(({ version, bandKm, criteria }): RoutingPolicy => ({
    version,
    criteria: criteria ?? criteriaWithBand(bandKm),
  }));

/** `routing_decision.detail`, as `decisionDetail` writes it. Lines are in the order of decision. */
export const DecisionDetail = z.object({
  policy: StoredPolicy,
  mode: z.string(),
  country: z.string(),
  withCoordinates: z.boolean(),
  consumerVat: z.string().nullable(),
  lines: z.array(
    z.object({
      lineItemId: z.string(),
      gtin: z.string().nullable(),
      quantity: z.number(),
      chosen: z.object(Key).nullable(),
      waitsFor: z.string().nullable(),
      candidates: z.array(StoredCandidate),
      ruledOut: z.array(StoredRuledOut),
      /** Shops that are only counted: further candidates, and excluded ones by reason. */
      counted: z
        .object({ candidates: z.int(), ruledOut: z.record(z.string(), z.int()) })
        .default({ candidates: 0, ruledOut: {} }),
    }),
  ),
});
export type DecisionDetail = z.output<typeof DecisionDetail>;

/** The facts of the order that are stored with a decision. */
export type DecidedOn = Pick<RoutingFacts, 'order' | 'consumerVat'>;

/** The number of shops per line stored with their figures; the others are counted, so that a record stays at about 1 KB. */
const SHOPS_IN_FULL = 10;

/**
 * What is stored of a decision (D19): who could ship each line, with their figures, who could not and why, and the
 * policy. The best ten shops in full, those that lacked only stock before other excluded ones; the rest counted by
 * reason.
 */
export function decisionDetail(decision: RoutingDecision, facts: DecidedOn): Prisma.InputJsonObject {
  return {
    policy: policyDetail(decision.policy),
    mode: facts.order.mode,
    country: facts.order.country,
    withCoordinates: facts.order.coordinates !== null,
    consumerVat: facts.consumerVat,
    lines: decision.lines.map((line) => lineDetail(line, decision.policy)),
  };
}

/** The release before reads `bandKm` alone: without bands it is that of the whole earth. */
function policyDetail({ version, criteria }: RoutingPolicy): Prisma.InputJsonObject {
  const bandKm = bandKmOf(criteria) ?? WHOLE_EARTH_KM;
  return areBuiltIn(criteria) ? { version, bandKm } : { version, bandKm, criteria: writeCriteria(criteria) };
}

function lineDetail(
  { chosen, candidates, ruledOut, ...line }: LineDecision,
  { criteria }: RoutingPolicy,
): Prisma.InputJsonObject {
  const moreFigures = criteria.some(({ by }) => by === 'same_country' || by === 'load');
  const nearlyFirst = ruledOut.toSorted((a, b) => Number(isNearly(b)) - Number(isNearly(a)));
  const left = Math.max(0, SHOPS_IN_FULL - candidates.length);
  const kept = new Set(nearlyFirst.slice(0, left));
  return {
    ...line,
    chosen: chosen && { shopId: chosen.shopId, variantId: chosen.variantId },
    candidates: candidates
      .slice(0, SHOPS_IN_FULL)
      .map((shop) => (moreFigures ? withMore(candidateDetail(shop), shop) : candidateDetail(shop))),
    ruledOut: ruledOut
      .filter((shop) => kept.has(shop))
      .map((shop) => (moreFigures ? withMore(ruledOutDetail(shop), shop) : ruledOutDetail(shop))),
    counted: {
      candidates: Math.max(0, candidates.length - SHOPS_IN_FULL),
      ruledOut: countReasons(nearlyFirst.slice(left)),
    },
  };
}

/** Written field by field: this is done for every shop of every decision. */
function candidateDetail(shop: RankedShop) {
  const { shopId, variantId, freeStock, distanceKm, alreadyChosen, suspended, full } = shop;
  return { shopId, variantId, freeStock, distanceKm: roughly(distanceKm), alreadyChosen, suspended, full };
}

function ruledOutDetail({ shopId, variantId, reason, freeStock, distanceKm, suspended, full }: RuledOutShop) {
  return { shopId, variantId, reason, freeStock, distanceKm: roughly(distanceKm), suspended, full };
}

function withMore<Detail extends object>(detail: Detail, { sameCountry, load }: RankedShop | RuledOutShop) {
  return { ...detail, sameCountry, load };
}

/** Under another policy an earlier line may leave it the stock that it lacks. */
function isNearly({ reason }: RuledOutShop): boolean {
  return reason === 'not_enough_stock';
}

function countReasons(shops: readonly RuledOutShop[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of shops) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** To 100 m: exact distances from several shops would say where the customer lives (D29). */
function roughly(distanceKm: number | null): number | null {
  return distanceKm === null ? null : Math.round(distanceKm * 10) / 10;
}
