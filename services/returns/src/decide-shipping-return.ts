import { refusal, type Refusal, type ReturnCreated } from '@hub/contract';
import type { ReturnDoubt, ShippedLineFacts, ShippingReturnFacts } from '@hub/orders/returns';
import { judgeQuantity } from './judge-quantity';

/** A returned line, as it is stored. */
export interface ReturnedLine {
  orderLineId: string;
  shippingOrderLineId: string | null;
  reportedLineId: string;
  /** The service's reference, where the line has one. */
  reference: string | null;
  quantity: number;
  reason: string | null;
}

export type ShippingReturnDecision =
  /** Lines without doubt are registered at the selling shop; the others wait as a separate return. */
  | { kind: 'store'; register: ReturnedLine[]; hold: ReturnedLine[]; doubts: ReturnDoubt[] }
  | { kind: 'refuse'; refusal: Refusal };

/** Judges a shipping shop's return (contract, `return.created`; D13). */
export function decideShippingReturn(
  order: ShippingReturnFacts,
  event: ReturnCreated,
): ShippingReturnDecision {
  if (event.external_ref !== undefined && event.external_ref !== order.reference) {
    const message = 'external_ref is not that of this shipping order';
    return refuse(refusal('invalid_request', message, 'data.external_ref'));
  }
  const known = new Map(order.lines.map((line) => [line.reference, line]));
  const seen = new Set<string>();
  const lines: { line: ReturnedLine; doubt: ReturnDoubt | null }[] = [];
  for (const [index, returned] of event.lines.entries()) {
    const field = `data.lines[${index}]`;
    const found = findLine(known, returned.external_ref, `${field}.external_ref`);
    if (found.kind === 'refuse') return found;
    const { line } = found;
    const returnedBefore = line.returnedBefore || seen.has(line.id);
    const fault = judgeQuantity({ ...line, returnedBefore }, returned.quantity, `${field}.quantity`);
    if (fault) return refuse(fault);
    seen.add(line.id);
    lines.push({ line: toReturnedLine(line, returned), doubt: line.doubt });
  }
  return {
    kind: 'store',
    register: lines.filter(({ doubt }) => doubt === null).map(({ line }) => line),
    hold: lines.filter(({ doubt }) => doubt !== null).map(({ line }) => line),
    doubts: [...new Set(lines.flatMap(({ doubt }) => doubt ?? []))],
  };
}

function findLine(
  known: ReadonlyMap<string, ShippedLineFacts>,
  reference: string | undefined,
  field: string,
): { kind: 'found'; line: ShippedLineFacts } | { kind: 'refuse'; refusal: Refusal } {
  if (reference === undefined) {
    return refuse(refusal('invalid_request', `${field} is required of a shipping shop`, field));
  }
  const line = known.get(reference);
  return line
    ? { kind: 'found', line }
    : refuse(refusal('unknown_line', 'the shipping order has no such line', field));
}

function toReturnedLine(line: ShippedLineFacts, returned: ReturnCreated['lines'][number]): ReturnedLine {
  return {
    orderLineId: line.orderLineId,
    shippingOrderLineId: line.id,
    reportedLineId: returned.order_line_id,
    reference: line.reference,
    quantity: returned.quantity,
    reason: returned.reason ?? null,
  };
}

function refuse(why: Refusal): { kind: 'refuse'; refusal: Refusal } {
  return { kind: 'refuse', refusal: why };
}
