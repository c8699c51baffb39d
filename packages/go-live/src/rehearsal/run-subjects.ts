import { z } from 'zod';
import type { People, Progress } from '@hub/conformance';
import type { RehearsedEvent } from '@hub/messaging';

/** The prefix of a rehearsal's references. */
const REFERENCE_PREFIX = 'rehearsal-';

const Text = z.string().optional().catch(undefined);
const Line = z.object({ variant_id: Text, fulfillment_location_id: Text });
const Named = z.object({
  event: z.string(),
  data: z.object({
    variant_id: Text,
    order_id: Text,
    external_ref: Text,
    hub_external_ref: Text,
    line_items: z.array(Line).catch([]),
  }),
});
type Data = z.output<typeof Named>['data'];

/** What belongs to a run: the variants it uses and the orders it created, its people's and the store's. */
export class RunSubjects {
  private readonly variants: Set<string>;
  private readonly orders = new Set<string>();
  /** Whether a stock report that would have counted otherwise was the run's. */
  tookStock = false;

  constructor(private readonly shop: { testVariants: ReadonlySet<string>; hubNetworkLocationId: string }) {
    this.variants = new Set(shop.testVariants);
  }

  /** Whether an event belongs to the run (D32): it names something of the run, or its capability is off at the shop. */
  owns({ body, capabilityOff }: RehearsedEvent): boolean {
    const read = Named.safeParse(jsonOf(body));
    const owned = capabilityOff || (read.success && this.names(read.data.event, read.data.data));
    if (owned && read.success && read.data.event === 'order.created') this.addOrder(read.data.data.order_id);
    if (owned && !capabilityOff && read.data?.event === 'inventory.updated') this.tookStock = true;
    return owned;
  }

  /** The same people; everything they do belongs to the run from before it begins. */
  watch(people: People): People {
    const ofOrder =
      <T extends { orderId: string }, R>(act: (order: T) => R) =>
      (order: T): R => {
        this.addOrder(order.orderId);
        return act(order);
      };
    const ofSale =
      <R>(act: (orderId: string) => R) =>
      (orderId: string): R => {
        this.addOrder(orderId);
        return act(orderId);
      };
    return {
      ...people,
      sell: async (lines, terms) => {
        for (const { variantId } of lines) this.variants.add(variantId);
        const sold = await people.sell(lines, terms);
        this.addOrder(sold?.orderId);
        return sold;
      },
      changeStock: (level) => {
        this.variants.add(level.variantId);
        return people.changeStock(level);
      },
      ship: ofOrder((order) => people.ship(order)),
      cannotShip: ofOrder((order) => people.cannotShip(order)),
      takeBack: ofOrder((order) => people.takeBack(order)),
      cancelSale: ofSale((orderId) => people.cancelSale(orderId)),
      takeSaleBack: ofSale((orderId) => people.takeSaleBack(orderId)),
    };
  }

  /** Shipping orders that the run placed, by the store's answer. */
  see(progress: Progress): void {
    if (progress.kind !== 'check_ended') return;
    for (const entry of progress.result.evidence)
      if ('request' in entry && 'status' in entry.answer)
        this.addOrder(z.object({ order_id: z.string() }).safeParse(entry.answer.body).data?.order_id);
  }

  private addOrder(id: string | undefined): void {
    if (id !== undefined) this.orders.add(id);
  }

  private names(event: string, data: Data): boolean {
    const references = [data.external_ref, data.hub_external_ref];
    if (references.some((reference) => reference?.startsWith(REFERENCE_PREFIX))) return true;
    if (data.order_id !== undefined && this.orders.has(data.order_id)) return true;
    if (event === 'inventory.updated') return this.isOwn(data.variant_id);
    return event === 'order.created' && this.sellsOwnAlone(data);
  }

  /** A customer's order with a line outside the run is a customer's: no paid order is lost to a rehearsal. */
  private sellsOwnAlone({ line_items: lines }: Data): boolean {
    const network = lines.filter(
      ({ fulfillment_location_id: location }) => location === this.shop.hubNetworkLocationId,
    );
    const meant = network.length > 0 ? network : lines;
    return meant.length > 0 && meant.every(({ variant_id: id }) => this.isOwn(id));
  }

  private isOwn(variantId: string | undefined): boolean {
    return variantId !== undefined && this.variants.has(variantId);
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
