import type { Database } from '@hub/database';
import { listUnlinked } from '../../catalogue/unlinked-variants';
import { readCatalogueHealth } from '../../catalogue/catalogue-health';
import { z } from 'zod';

const PAGE = 100;

/** Why a variant is not linked (D14). */
export const UNLINKED_WHY = [
  'missing_barcode',
  'invalid_barcode',
  'restricted_barcode',
  'duplicate_barcode',
  'article_taken',
] as const;

export const UnlinkedView = z.object({
  counts: z
    .object({
      linked: z.int(),
      not_linked: z.int().describe('for whatever reason'),
      missing_barcode: z.int(),
      invalid_barcode: z.int(),
      restricted_barcode: z.int(),
      duplicate_barcode: z.int(),
      article_taken: z.int(),
    })
    .describe('of active variants'),
  variants: z.array(
    z.object({
      variant_id: z.string(),
      title: z.string(),
      size: z.string(),
      sku: z.string().nullable(),
      barcode: z.string().nullable(),
      why: z.enum(UNLINKED_WHY).nullable(),
      same_barcode: z.array(z.string()).describe('your other variants that have the same barcode'),
      to_do: z.string().describe('what to correct'),
    }),
  ),
  next: z.string().nullable().describe('`after` of the next page'),
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        linked: z.int(),
        missing_barcode: z.int(),
        invalid_barcode: z.int(),
        duplicate_barcode: z.int(),
      }),
    )
    .describe('how it went day by day (UTC), by the last reading that was accepted then, the oldest first'),
});
export type UnlinkedView = z.output<typeof UnlinkedView>;

const TO_DO: Readonly<Record<(typeof UNLINKED_WHY)[number], string>> = {
  missing_barcode: 'Enter its GTIN as the barcode, as it stands on the package.',
  invalid_barcode: 'Correct the barcode: it is no GTIN of 8, 12, 13 or 14 digits with a right check digit.',
  restricted_barcode:
    "Enter the manufacturer's GTIN: this number is a company's own or names no single article. Without one, people can link it.",
  duplicate_barcode: 'Give each of these variants its own barcode: two of a shop are never one article.',
  article_taken:
    'Another variant of yours has its article since it was taken out: take one of the two out, or correct its barcode.',
};

/** The shop's variants that no other shop can ship or sell, with what to correct on each; and the number of linked ones. */
export async function listUnlinkedVariants(
  db: Database,
  { shopId, after, why }: { shopId: number; after?: string | undefined; why?: string | undefined },
): Promise<UnlinkedView> {
  const place = after === undefined ? undefined : { shopId, variantId: after };
  const [found, health, groups] = await Promise.all([
    listUnlinked(db, { shopId, after: place, problem: why, limit: PAGE }),
    readCatalogueHealth(db, shopId),
    db.variant.groupBy({
      by: ['linkProblem'],
      where: { shopId, state: 'active' },
      _count: { _all: true, gtin: true },
    }),
  ]);
  const twins = await findTwins(db, shopId, found);
  const countOf = (problem: string) =>
    groups
      .filter(({ linkProblem }) => linkProblem === problem)
      .reduce((sum, { _count }) => sum + _count._all - _count.gtin, 0);
  return {
    counts: {
      linked: groups.reduce((sum, { _count }) => sum + _count.gtin, 0),
      not_linked: groups.reduce((sum, { _count }) => sum + _count._all - _count.gtin, 0),
      missing_barcode: countOf('missing_barcode'),
      invalid_barcode: countOf('invalid_barcode'),
      restricted_barcode: countOf('restricted_barcode'),
      duplicate_barcode: countOf('duplicate_barcode'),
      article_taken: countOf('article_taken'),
    },
    variants: found.map(({ variantId, title, size, sku, barcode, linkProblem }) => {
      const problem = UNLINKED_WHY.find((one) => one === linkProblem) ?? null;
      return {
        variant_id: variantId,
        title,
        size,
        sku,
        barcode,
        why: problem,
        same_barcode: (twins.get(barcode ?? '') ?? []).filter((other) => other !== variantId),
        to_do: problem === null ? 'Have the catalogue read again.' : TO_DO[problem],
      };
    }),
    next: found.length < PAGE ? null : (found.at(-1)?.variantId ?? null),
    days: health.map(({ day, linked, withoutBarcode, invalidBarcodes, duplicateBarcodes }) => ({
      day: day.toISOString().slice(0, 10),
      linked,
      missing_barcode: withoutBarcode,
      invalid_barcode: invalidBarcodes,
      duplicate_barcode: duplicateBarcodes,
    })),
  };
}

/** Active variants by barcode, for those marked as sharing theirs. */
async function findTwins(
  db: Database,
  shopId: number,
  found: readonly { barcode: string | null; linkProblem: string | null }[],
): Promise<Map<string, string[]>> {
  const shared = found.flatMap(({ barcode, linkProblem }) =>
    (linkProblem === 'duplicate_barcode' || linkProblem === 'article_taken') && barcode !== null
      ? [barcode]
      : [],
  );
  const twins = new Map<string, string[]>();
  if (shared.length === 0) return twins;
  const variants = await db.variant.findMany({
    where: { shopId, state: 'active', barcode: { in: shared } },
    select: { variantId: true, barcode: true },
    orderBy: { variantId: 'asc' },
  });
  for (const { variantId, barcode } of variants)
    twins.set(barcode ?? '', [...(twins.get(barcode ?? '') ?? []), variantId]);
  return twins;
}
