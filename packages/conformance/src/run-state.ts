import type { CatalogueRun } from './catalogue/catalogue-run';
import type { Answer } from './http/exchange';
import type { CallWatch, StoreCall } from './http/store-caller';
import { Silence } from './silence';

/** A shipping order that the store has created for the run. */
export interface PlacedOrder {
  orderId: string;
  externalRef: string;
  lines: readonly { external_ref: string; quantity: number }[];
}

/** A line of an order that the store's staff has sold for the run. */
export interface OwnLine {
  orderId: string;
  lineItemId: string;
  variantId: string;
  quantity: number;
  /** How many of its pieces were in the packages that the run has reported. */
  tracked: number;
  returned: boolean;
}

/** An order that the run made, and that no call of the service can end. */
export interface UnendedOrder<Context> {
  /** For the store's staff, where it is left to them. */
  what: string;
  /** Ends it, with their help; it has ended when it is no longer in {@link RunState.unended}. */
  end(context: Context): Promise<void>;
}

/** What the checks of one run share. `Context`: what ending an order needs. */
export class RunState<Context> implements CallWatch {
  /** The first reading of the catalogue. */
  catalogue: CatalogueRun | null = null;
  secondCatalogue: CatalogueRun | null = null;
  readonly ownLines: OwnLine[] = [];
  /** A requested sale was not made: it is not requested again. */
  saleDeclined = false;
  /** Shipping orders to stop when the run ends: the service's reference by the store's id. */
  readonly open = new Map<string, string>();
  /** What only the store's staff can end, by the id of the order: sold and not cancelled, shipped and not returned. */
  readonly unended = new Map<string, UnendedOrder<Context>>();
  /** Variants whose network quantity the run has written, and the latest figure. */
  readonly written = new Map<string, unknown>();
  /** Answers that asked to wait. */
  readonly rateLimited: Extract<Answer, { kind: 'answered' }>[] = [];

  readonly #silence = new Silence();

  /** Whether the store has answered anything at all. */
  get hasAnswered(): boolean {
    return this.#silence.isBroken;
  }

  /** Every call passes here first. Throws NotRun where the store is silent. */
  before({ operation }: StoreCall): void {
    this.#silence.requireVoice(operation);
  }

  /** Every answer of the store passes here, so that everything it did for the run is known. */
  see(call: StoreCall, answer: Answer): void {
    if (call.cut === undefined) this.#silence.note(call.operation, answer.kind === 'answered');
    if (answer.kind === 'none') return;
    if (answer.status === 429) this.rateLimited.push(answer);
    if (answer.status !== 200) return;
    const sent = new Map<string, unknown>(Object.entries(call.body ?? {}));
    const received = new Map<string, unknown>(Object.entries(Object(answer.body)));
    switch (call.operation) {
      case 'place_order':
        return void this.open.set(String(received.get('order_id')), String(sent.get('external_ref')));
      case 'cancel_order':
        return void this.open.delete(String(sent.get('order_id')));
      case 'write_inventory':
        return void this.written.set(String(sent.get('variant_id')), sent.get('quantity'));
      case 'register_return':
        return this.seeReturned(sent.get('order_id'));
      default:
    }
  }

  private seeReturned(orderId: unknown): void {
    const lines = this.ownLines.filter((line) => line.orderId === orderId);
    if (lines.every(({ returned }) => returned)) this.unended.delete(String(orderId));
  }
}
