import type { Delivery, StoreOrder } from '@hub/store-simulator';

/** A network line as a customer bought it. Its title is unique: shops that ship it show it too. */
export interface SoldLine {
  title: string;
  lineId: string;
  quantity: number;
}

/** A paid order of a selling shop, and what its shop was sent. */
export interface Sale {
  shop: string;
  orderId: string;
  soldAt: number;
  lines: SoldLine[];
  created: Delivery;
  cancelled: Delivery | null;
}

/** A change of what a shop has for the network, by its own doing: goods that came in, own sales, goods not found. */
export interface SupplyChange {
  at: number;
  delta: number;
  /** When the hub had surely handled the report of it; `Infinity` where that is not known. */
  handledAt: number;
}

/** A shipping order when its shop was first seen to have it. */
export interface Arrival {
  at: number;
  shop: string;
  order: StoreOrder;
  /** When its shop's own figures fell for it: as it came, or with each package. */
  deductedAt: number[];
}

/** What happened at the stores' side, in the order in which it happened. */
export class Journal {
  readonly sales: Sale[] = [];
  readonly arrivals: Arrival[] = [];
  /** Titles of lines that came back to the shop that had shipped them. */
  readonly returned: string[] = [];
  /** Titles of lines that support closed as unfulfillable. */
  readonly closed = new Set<string>();
  readonly supply = new Map<string, SupplyChange[]>();

  /** @param report of the change; null where the shop reports none */
  recordSupply(variantId: string, delta: number, report: Delivery | null): void {
    const change = { at: Date.now(), delta, handledAt: Infinity };
    this.supply.set(variantId, [...(this.supply.get(variantId) ?? []), change]);
    void report?.done.then(({ state }) => {
      if (state === 'delivered') change.handledAt = Date.now();
    });
  }
}

/** The titles that a shipping order shows, in the order of its lines. */
export function titlesOf(order: StoreOrder): string[] {
  const document: unknown = order.document;
  if (document === null || typeof document !== 'object' || !('line_items' in document)) return [];
  const lines: unknown = document.line_items;
  if (!Array.isArray(lines)) return [];
  return lines.map((line: unknown) =>
    line !== null && typeof line === 'object' && 'title' in line ? String(line.title) : '',
  );
}
