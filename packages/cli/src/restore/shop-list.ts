import type { Tx } from '@hub/database';
import { keepReport, type RestoreGap, type ShownPlacement } from '@hub/orders/restore';
import { recordActions } from '@hub/desk/engine';
import { z } from 'zod';
import { CommandFailure } from '../failure';

const Reference = z.string().regex(/^hub-[0-9a-f]{32}$/, 'must be an external_ref of ours');
const LineReference = z.string().regex(/^hub-[0-9a-f]{32}-\d{1,9}$/, "must be a line's external_ref of ours");

/** What a shop lists: the fields that it stored from `POST /orders`, and its own id. */
const ShopList = z.array(
  z.object({
    external_ref: Reference,
    order_id: z.string().min(1).max(255),
    line_items: z.array(z.object({ external_ref: LineReference })).min(1),
  }),
);

/** A shop's list compared with the database. */
export interface ReadList {
  listed: number;
  /** References that the database has forgotten; routing finds those of seller orders that are sent again. */
  forgotten: string[];
  /** The shop has them, and in the database they have ended: an agent asks. */
  endedHere: string[];
  /** In the database the shop has them to ship, and the list does not have them: an agent asks. */
  notListed: string[];
}

/** Reads the file of a shop's list. Throws `CommandFailure` with every fault by its field. */
export function readShopList(given: unknown): ShownPlacement[] {
  const read = ShopList.safeParse(given);
  if (!read.success)
    throw new CommandFailure(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const faults = read.data.flatMap(({ external_ref: reference, line_items: lines }, index) =>
    lines.every((line) => line.external_ref.startsWith(`${reference}-`))
      ? []
      : [`${index}.line_items: a line is of another order`],
  );
  if (faults.length > 0) throw new CommandFailure(faults);
  return read.data.map(({ external_ref: externalRef, order_id: storeOrderId, line_items: lines }) => ({
    externalRef,
    storeOrderId,
    positions: lines.map((line) => Number(line.external_ref.slice(externalRef.length + 1))),
  }));
}

/** Keeps what a shop reports to have, and returns the differences from the database. */
export async function keepShopList(
  tx: Tx,
  list: {
    gap: RestoreGap;
    shop: { id: number; slug: string };
    placements: ShownPlacement[];
    actor: string;
    now: Date;
  },
): Promise<ReadList> {
  const { gap, shop, placements, actor, now } = list;
  await keepReport(tx, { gapId: gap.id, shopId: shop.id, reportedBy: actor, placements, now });
  const listed = placements.map(({ externalRef }) => externalRef);
  const known = await tx.shippingOrder.findMany({
    where: { shopId: shop.id, externalRef: { in: listed } },
    select: { externalRef: true, state: true },
  });
  const notListed = await tx.shippingOrder.findMany({
    where: {
      shopId: shop.id,
      state: 'placed',
      externalRef: { notIn: listed },
      lines: { some: { orderLine: { state: 'allocated' } } },
    },
    select: { externalRef: true },
  });
  const isKnown = new Set(known.map(({ externalRef }) => externalRef));
  const read: ReadList = {
    listed: listed.length,
    forgotten: listed.filter((reference) => !isKnown.has(reference)),
    endedHere: known.flatMap(({ externalRef, state }) =>
      state === 'stopped' || state === 'refused' ? externalRef : [],
    ),
    notListed: notListed.map(({ externalRef }) => externalRef),
  };
  await recordActions(tx, {
    actor,
    action: 'restore.list',
    subjects: [`shop:${shop.slug}`],
    detail: { listed: read.listed, forgotten: read.forgotten.length },
  });
  return read;
}
