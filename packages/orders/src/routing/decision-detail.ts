import type { Prisma } from '@hub/database';
import { z } from 'zod';
import type { LineDecision, RoutingDecision } from './decide-routing';
import type { RoutingFacts } from './routing-facts';

const Key = { shopId: z.number(), variantId: z.string() };
/** Decisions of policy D19-1 took no notice of suspended shops. */
const Figures = {
  ...Key,
  freeStock: z.number(),
  distanceKm: z.number().nullable(),
  suspended: z.boolean().default(false),
};
const StoredCandidate = z.object({ ...Figures, alreadyChosen: z.boolean() });
/** Decisions stored before distances of those ruled out were kept have none. */
const StoredRuledOut = z.object({
  ...Figures,
  distanceKm: Figures.distanceKm.default(null),
  reason: z.string(),
});

/** `routing_decision.detail`, as `decisionDetail` writes it. Lines stand in the order in which they were decided. */
export const DecisionDetail = z.object({
  policy: z.object({ version: z.string(), bandKm: z.number() }),
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
    }),
  ),
});
export type DecisionDetail = z.output<typeof DecisionDetail>;

/** What is kept of a decision (D19): who could ship each line, with their figures, who could not and why, and the policy. */
export function decisionDetail(decision: RoutingDecision, facts: RoutingFacts): Prisma.InputJsonObject {
  return {
    policy: { ...decision.policy },
    mode: facts.order.mode,
    country: facts.order.country,
    withCoordinates: facts.order.coordinates !== null,
    consumerVat: facts.consumerVat,
    lines: decision.lines.map(lineDetail),
  };
}

function lineDetail({ chosen, candidates, ruledOut, ...line }: LineDecision): Prisma.InputJsonObject {
  return {
    ...line,
    chosen: chosen && { shopId: chosen.shopId, variantId: chosen.variantId },
    candidates: candidates.map((shop) => ({ ...shop, distanceKm: roughly(shop.distanceKm) })),
    ruledOut: ruledOut.map((shop) => ({ ...shop, distanceKm: roughly(shop.distanceKm) })),
  };
}

/** To 100 m: exact distances from several shops would say where the customer lives (D29). */
function roughly(distanceKm: number | null): number | null {
  return distanceKm === null ? null : Math.round(distanceKm * 10) / 10;
}
