import type { Database } from '@hub/database';
import { listCatalogueFaults } from '../../shops/list-catalogue-faults';
import { z } from 'zod';
import type { Contact } from '../access/contact';

const PAGE = 100;
const Time = z.iso.datetime();

/** The latest catalogue run of the shop (D14). */
const CatalogueRunView = z.object({
  state: z.enum(['queued', 'reading', 'waiting', 'accepted', 'refused', 'failed']),
  requested_at: Time,
  finished_at: Time.nullable(),
  pages: z.int(),
  products: z.int(),
  variants: z.int(),
  added: z.int(),
  changed: z.int(),
  retired: z.int(),
  linked: z.int(),
  unlinked: z.int(),
  faults: z.int(),
  failure: z.string().nullable().describe('why it failed, or what it waits for'),
});

export const CatalogueView = z.object({
  run: CatalogueRunView.nullable().describe('the latest; null: the catalogue was never read'),
  faults: z
    .array(
      z.object({
        page: z.int(),
        product_id: z.string().nullable(),
        variant_id: z.string().nullable(),
        field: z.string(),
        message: z.string(),
      }),
    )
    .describe('of the latest run, a page of them'),
  next: z.string().nullable().describe('`after` of the next page of faults'),
  not_linked: z
    .array(z.object({ variant_id: z.string(), why: z.string().nullable() }))
    .describe('active variants that no other shop can ship or sell, the first hundred'),
});
export type CatalogueView = z.output<typeof CatalogueView>;

/** The results and faults of the latest run of a shop's catalogue. */
export async function readCatalogue(
  db: Database,
  of: { contact: Contact; after?: string | undefined },
): Promise<CatalogueView> {
  const { contact, after } = of;
  const { shopId } = contact;
  const [run, faults, unlinked] = await Promise.all([
    db.catalogueRun.findFirst({ where: { shopId }, orderBy: { requestedAt: 'desc' } }),
    listCatalogueFaults(db, { shop: contact.shop, after, limit: PAGE }),
    db.variant.findMany({
      where: { shopId, state: 'active', gtin: null },
      select: { variantId: true, linkProblem: true },
      orderBy: { variantId: 'asc' },
      take: PAGE,
    }),
  ]);
  return {
    run: run && {
      ...run,
      requested_at: run.requestedAt.toISOString(),
      finished_at: run.finishedAt?.toISOString() ?? null,
      faults: run.faultCount,
    },
    faults: faults.map(({ page, productId, variantId, field, message }) => ({
      page,
      product_id: productId,
      variant_id: variantId,
      field,
      message,
    })),
    next: faults.length < PAGE ? null : (faults.at(-1)?.id ?? null),
    not_linked: unlinked.map(({ variantId, linkProblem }) => ({ variant_id: variantId, why: linkProblem })),
  };
}
