import { z } from 'zod';
import { carriesRunCode, type CallWatch, type People, type StoreCall } from '@hub/conformance';
import type { EventName } from '@hub/contract';

const Text = z.string().optional().catch(undefined);
const Line = z.object({ variant_id: Text, fulfillment_location_id: Text });
const Named = z.object({
  event: z.string(),
  data: z.looseObject({
    variant_id: Text,
    order_id: Text,
    external_ref: Text,
    hub_external_ref: Text,
    line_items: z.array(Line).catch([]),
  }),
});
type Data = z.output<typeof Named>['data'];

const References = z.object({
  external_ref: Text,
  line_items: z.array(z.object({ external_ref: Text })).catch([]),
});
const Receipt = z.object({ order_id: z.string() });

/** An event, as far as it says whose it is. */
export interface NamedEvent {
  event: EventName | null;
  data: Data;
  /** Whether its capability is `off` at the shop. */
  capabilityOff: boolean;
}

/** Reads what an event names; null: it is no event. */
export function readNames(received: {
  event: EventName | null;
  body: Buffer;
  capabilityOff: boolean;
}): NamedEvent | null {
  const read = Named.safeParse(jsonOf(received.body));
  if (!read.success) return null;
  const { event, capabilityOff } = received;
  return { event, data: read.data.data, capabilityOff };
}

const Write = z.object({ variant_id: z.string() });

/** The variant whose network quantity a call writes; null: none that can be known. */
export function writtenVariant({ operation, body }: StoreCall): string | null {
  const read = Write.safeParse(body);
  return operation === 'write_inventory' && read.success ? read.data.variant_id : null;
}

/** What a run made and uses: its orders, its references, and the variants that it works with. */
export class RunSubjects implements CallWatch {
  private readonly variants: Set<string>;
  private readonly orders = new Set<string>();
  private readonly references = new Set<string>();

  constructor(
    private readonly run: { code: string },
    private readonly shop: { testVariants: ReadonlySet<string>; hubNetworkLocationId: string },
  ) {
    this.variants = new Set(shop.testVariants);
  }

  /**
   * Whether the run takes an event (D32). Of a capability that is live it takes only what names what it made, and a
   * sale with its code: a customer's event is neither.
   * @param isAwaited whether the run waits for the event at this moment
   */
  owns({ event, data, capabilityOff }: NamedEvent, { isAwaited }: { isAwaited: boolean }): boolean {
    if (this.isOfRun(data)) return true;
    if (!isAwaited) return false;
    if (event === 'inventory.updated') return capabilityOff && this.isOwn(data.variant_id);
    return event === 'order.created' && this.sellsOwnAlone(data) && carriesRunCode(data, this.run.code);
  }

  /** Whether the run watches what the hub answers to an event of a capability that is on: a report that it asked for. */
  watches({ event, data }: NamedEvent, { isAwaited }: { isAwaited: boolean }): boolean {
    return isAwaited && event === 'inventory.updated' && this.isOwn(data.variant_id);
  }

  /** The run's variants that a sale took from the network: the platform has lowered their quantity by itself (D10). */
  soldVariants({ event, data }: NamedEvent): string[] {
    if (event !== 'order.created') return [];
    return this.networkLines(data).flatMap(({ variant_id: id }) => (id && this.isOwn(id) ? id : []));
  }

  /** An event was taken: a sale is an order of the run from now on. */
  take({ event, data }: NamedEvent): void {
    if (event === 'order.created') this.addOrder(data.order_id);
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

  /** The references of a shipping order are the run's before the store has it. */
  before(call: StoreCall): void {
    const variantId = writtenVariant(call);
    if (variantId !== null) this.variants.add(variantId);
    const read = References.safeParse(call.body);
    if (call.operation !== 'place_order' || !read.success) return;
    for (const { external_ref: reference } of [read.data, ...read.data.line_items])
      if (reference !== undefined) this.references.add(reference);
  }

  /** A shipping order has the id that the store gives it. */
  see({ operation }: StoreCall, answer: Parameters<CallWatch['see']>[1]): void {
    if (operation !== 'place_order' || answer.kind !== 'answered' || answer.status !== 200) return;
    this.addOrder(Receipt.safeParse(answer.body).data?.order_id);
  }

  private addOrder(id: string | undefined): void {
    if (id !== undefined) this.orders.add(id);
  }

  private isOfRun({ order_id: orderId, external_ref: own, hub_external_ref: echoed }: Data): boolean {
    if ([own, echoed].some((reference) => reference !== undefined && this.references.has(reference)))
      return true;
    return orderId !== undefined && this.orders.has(orderId);
  }

  /** A customer's order with a line outside the run is a customer's: no paid order is lost to a rehearsal. */
  private sellsOwnAlone(data: Data): boolean {
    const network = this.networkLines(data);
    const meant = network.length > 0 ? network : data.line_items;
    return meant.length > 0 && meant.every(({ variant_id: id }) => this.isOwn(id));
  }

  private networkLines({ line_items: lines }: Data): Data['line_items'] {
    return lines.filter(
      ({ fulfillment_location_id: location }) => location === this.shop.hubNetworkLocationId,
    );
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
