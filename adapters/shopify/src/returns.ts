import { refuse, type ReturnRequest } from '@hub/store-kit';
import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import { gid, idOf } from './ids';
import { cameBack, type Fulfilled, fulfilledOf } from './read-fulfilment';
import { readOrder } from './read-order';
import type { Shop } from './shop';
import { fulfilWhatLeft, requireLines } from './tracking';

const RETURN = {
  document: `mutation HubReturn($returnInput: ReturnInput!) { returnCreate(returnInput: $returnInput) { return { id } userErrors { code field } } }`,
  data: z.object({
    returnCreate: z.object({ return: z.object({ id: z.string() }).nullable(), userErrors: UserErrors }),
  }),
};

/** Shopify's limit for the characters of a note. */
const NOTE_LENGTH = 255;

/** An open return on the order; refunding it is the shop's own doing. The note carries the reference, by which it is found. */
export async function registerReturn(
  shop: Shop,
  { orderId, externalRef, lines }: ReturnRequest,
): Promise<string> {
  await requireLines(shop, { orderId, lines, field: 'lines' });
  let found = fulfilledLines(await fulfilledOf(shop, orderId), lines);
  if (found.missing.length > 0) {
    await fulfilWhatLeft(shop, orderId, found.missing);
    found = fulfilledLines(await fulfilledOf(shop, orderId), lines);
  }
  if (found.missing.length > 0) throw refuse.temporaryFailure(5);
  const returnLineItems = found.lines.map(({ fulfillmentLineItemId, quantity, reason }) => ({
    fulfillmentLineItemId,
    quantity,
    returnReason: 'OTHER',
    returnReasonNote: `[${externalRef}]${reason === null ? '' : ` ${reason}`}`.slice(0, NOTE_LENGTH),
  }));
  const { returnCreate } = await shop.api.write(RETURN, {
    returnInput: { orderId: gid('Order', orderId), returnLineItems },
  });
  requireDone('a return', returnCreate.userErrors);
  if (!returnCreate.return) throw new Error('Shopify created a return without saying which');
  return idOf(returnCreate.return.id);
}

/** The return of an earlier attempt whose answer was lost. */
export async function findReturn(
  shop: Shop,
  { orderId, externalRef }: ReturnRequest,
): Promise<string | null> {
  if (!(await readOrder(shop, orderId))) return null;
  const returns = await cameBack(shop, orderId);
  const found = returns.find(({ lines }) => lines.some(({ note }) => note.startsWith(`[${externalRef}]`)));
  return found ? idOf(found.id) : null;
}

/** A return names what was shipped, not what was sold: the pieces of each line, parcel by parcel. */
function fulfilledLines(fulfilled: readonly Fulfilled[], lines: ReturnRequest['lines']) {
  const left = fulfilled.flatMap((parcel) =>
    parcel.lines.map((line) => ({ ...line, lineId: idOf(line.lineItem.id) })),
  );
  const taken = lines.flatMap(({ lineId, quantity, reason }) => {
    let open = quantity;
    return left
      .filter((line) => line.lineId === lineId)
      .map((line) => {
        const part = Math.min(open, line.quantity);
        open -= part;
        return { lineId, fulfillmentLineItemId: line.id, quantity: part, reason };
      })
      .filter((line) => line.quantity > 0);
  });
  const missing = lines
    .map(({ lineId, quantity }) => {
      const found = taken.filter((line) => line.lineId === lineId);
      return { lineId, quantity: quantity - found.reduce((sum, line) => sum + line.quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);
  return { lines: taken, missing };
}
