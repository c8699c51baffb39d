import { asked } from '../asked';
import { NotRun } from '../check-ending';
import type { CheckContext } from '../check-context';
import { describeVariant, testVariants } from '../catalogue/test-variants';
import type { OwnLine } from '../run-state';
import { returnOf, shipRest } from './returns/return-line';
import { cancelSale } from './shared/end-order';

/** How many variants are sold at once, and how many pieces of the first: enough for every package of a run. */
const VARIANTS = 4;
const PIECES = 10;

/**
 * A line of an order that the store itself sold, with at least one piece not yet in a package; sold now if there is
 * none.
 */
export async function unshippedLine(context: CheckContext): Promise<OwnLine> {
  return ownLine(context, ({ tracked, quantity, returned }) => tracked < quantity && !returned);
}

/** The same, not returned yet. */
export async function unreturnedLine(context: CheckContext): Promise<OwnLine> {
  return ownLine(context, ({ returned }) => !returned);
}

/** Any line of such an order. */
export async function anyOwnLine(context: CheckContext): Promise<OwnLine> {
  return ownLine(context, () => true);
}

async function ownLine(context: CheckContext, fits: (line: OwnLine) => boolean): Promise<OwnLine> {
  const known = context.run.ownLines.find(fits);
  if (known) return known;
  await sell(context);
  const sold = context.run.ownLines.find(fits);
  if (!sold) throw new NotRun('it needs a line of an order that the store itself sold');
  return sold;
}

async function sell(context: CheckContext): Promise<void> {
  if (context.run.saleDeclined)
    throw new NotRun('it needs an order that the store itself sold, and none was sold');
  context.run.saleDeclined = true;
  const variants = await testVariants(context, VARIANTS);
  const requested = variants.map(({ variantId }, index) => ({
    variantId,
    quantity: index === 0 ? PIECES : 1,
  }));
  // A shop only sells what it shows as in stock.
  for (const { variantId, quantity } of requested) await fillNetwork(context, variantId, quantity);
  const what = variants.map((variant, index) => `${index === 0 ? PIECES : 1} × ${describeVariant(variant)}`);
  const order = await asked(
    context,
    `sell ${what.join(', ')} on location ${context.target.hubNetworkLocationId}, paid`,
    context.people.sell(requested, { discounted: false, code: context.target.runCode }),
  );
  context.run.saleDeclined = false;
  const { orderId, lines } = order;
  context.run.unended.set(orderId, {
    what: `order ${orderId}, sold for the rehearsal: cancel it, or take it back`,
    end: (ending) => endOwnOrder(ending, orderId),
  });
  context.run.ownLines.push(...lines.map((line) => ({ ...line, orderId, tracked: 0, returned: false })));
}

/** A partly shipped order cannot be cancelled: the rest is shipped too, and all of it comes back. */
async function endOwnOrder(context: CheckContext, orderId: string): Promise<void> {
  const lines = context.run.ownLines.filter((line) => line.orderId === orderId);
  if (lines.every(({ tracked, returned }) => tracked === 0 && !returned)) return cancelSale(context, orderId);
  for (const line of lines.filter(({ returned }) => !returned)) {
    await shipRest(context, line);
    line.returned = true;
    await context.store.deliver({ operation: 'register_return', body: returnOf(line) });
  }
}

async function fillNetwork(
  { store, target }: CheckContext,
  variantId: string,
  quantity: number,
): Promise<void> {
  const body = { variant_id: variantId, location_id: target.hubNetworkLocationId, quantity };
  await store.deliver({ operation: 'write_inventory', body });
}
