import { refusal, type Refusal } from '@hub/contract';

/** The facts of an order line that matter for its return. */
interface ReturnableLine {
  /** Pieces of the whole line: it comes back whole or not at all (contract, Return). */
  quantity: number;
  /** Whether the same side has returned it before, in another event or earlier in this one. */
  returnedBefore: boolean;
}

/** Judges the quantity of one returned line (D8, D13); null: it is right. */
export function judgeQuantity(line: ReturnableLine, quantity: number, field: string): Refusal | null {
  if (quantity < line.quantity) {
    return refusal('partial_quantity', 'a line is returned with its full quantity', field);
  }
  if (quantity > line.quantity || line.returnedBefore) {
    return refusal('quantity_exceeded', 'more pieces than can still be returned', field);
  }
  return null;
}
