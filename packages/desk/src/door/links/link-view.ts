import { describeEvidence } from '../../links/describe-evidence';
import { LINK_CONFIDENCES, type ListedLinkProposal } from '../../links/list-link-proposals';
import { nextLinkState, type LinkDecision } from '../../links/next-link-state';
import { z } from 'zod';

/** The decisions of a shop; a lead of the operator confirms on behalf of both. */
export const SHOP_DECISIONS = ['agree', 'refuse', 'undo'] as const satisfies readonly LinkDecision[];
export type ShopDecision = (typeof SHOP_DECISIONS)[number];

const ShownVariant = z.object({
  title: z.string(),
  brand: z.string(),
  variant_title: z.string().nullable(),
  size: z.string(),
  barcode: z.string().nullable(),
});

export const LinkView = z.object({
  id: z.uuid().describe('of the proposal'),
  state: z.enum(['open', 'agreed', 'confirmed', 'refused', 'undone']).describe('confirmed: linked'),
  agreed_by: z.enum(['you', 'other']).nullable().describe('the shop that agreed first'),
  score: z
    .number()
    .describe('of a hundred pairs that read as much alike, how many are one article, from 0 to 1'),
  confidence: z.enum(LINK_CONFIDENCES),
  speaks_for: z.array(z.string()),
  speaks_against: z.array(z.string()),
  yours: ShownVariant.extend({
    product_id: z.string(),
    variant_id: z.string(),
    image_url: z.string().nullable(),
  }),
  other: ShownVariant.extend({
    has_image: z.boolean().describe("on the proposal's page; its address would say whose it is"),
  }).describe("another shop's; which shop is not said"),
  you_may: z.array(z.enum(SHOP_DECISIONS)),
});
export type LinkView = z.output<typeof LinkView>;

/** A proposal as one of its two shops sees it: nothing reveals the other. */
export function linkViewOf(pair: ListedLinkProposal, shopId: number): LinkView {
  const { id, state, agreedShop, score, confidence, evidence, a, b } = pair;
  const [yours, other] = a.shopId === shopId ? [a, b] : [b, a];
  const { pro, contra } = describeEvidence(evidence);
  const mayDecide = (decision: ShopDecision) =>
    nextLinkState({ state, agreedShop }, decision, { by: 'shop', shopId }).kind === 'next' &&
    !(decision === 'agree' && agreedShop === shopId);
  return {
    id,
    state,
    agreed_by: agreedShop === null ? null : agreedShop === shopId ? 'you' : 'other',
    score,
    confidence,
    speaks_for: pro,
    speaks_against: contra,
    yours: {
      ...shownOf(yours),
      product_id: yours.productId,
      variant_id: yours.variantId,
      image_url: yours.imageUrl,
    },
    other: { ...shownOf(other), has_image: other.imageUrl !== null },
    you_may: SHOP_DECISIONS.filter(mayDecide),
  };
}

function shownOf({ title, brand, variantTitle, size, barcode }: ListedLinkProposal['a']) {
  return { title, brand, variant_title: variantTitle, size, barcode };
}
