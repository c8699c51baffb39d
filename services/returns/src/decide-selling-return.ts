import { refusal, type Refusal, type ReturnCreated } from '@hub/contract';
import type { ReturnState } from '@hub/database';
import type { ReturnedLine } from './decide-shipping-return';
import { judgeQuantity } from './judge-quantity';

/** A seller order whose own platform reports a return. */
export interface SellingReturnFacts {
  /** Every reference of ours by which the platform may know the order: its shipping orders', its returns'. */
  references: ReadonlySet<string>;
  lines: readonly SoldLineFacts[];
}

export interface SoldLineFacts {
  id: string;
  lineItemId: string;
  quantity: number;
  /** The service's line references, one for each shipping order it was in. */
  references: ReadonlySet<string>;
  /** Whether the platform has already reported its return itself. */
  reportedBefore: boolean;
  /** Returns of the line that shipping shops reported, and that we register at this platform. */
  ours: readonly OurReturn[];
}

export interface OurReturn {
  id: string;
  state: ReturnState;
  /** An attempt may have reached the platform, and no receipt says so; false: certainly none did (D18). */
  outcomeUnknown: boolean;
  /** Ids of the order lines that came back with it. */
  lineIds: readonly string[];
}

export type SellingReturnDecision =
  /** The platform reports what we registered there, with a receipt: nothing new (D13). */
  | { kind: 'echo' }
  /**
   * Its own report is recorded. `replace`: our returns that certainly never reached it and that it has reported whole:
   * they are never sent. `hold`: our others of these lines, which must not be refunded as well.
   */
  | { kind: 'record'; lines: ReturnedLine[]; replace: string[]; hold: string[] }
  | { kind: 'refuse'; refusal: Refusal };

/**
 * Judges a selling platform's report of a return on its own order (contract, Return; D13). Line by line: a match with a
 * return we registered there is an echo, only the rest is recorded.
 */
export function decideSellingReturn(order: SellingReturnFacts, event: ReturnCreated): SellingReturnDecision {
  if (event.external_ref !== undefined && !order.references.has(event.external_ref)) {
    const message = 'external_ref is not one of this order';
    return refuse(refusal('invalid_request', message, 'data.external_ref'));
  }
  const known = new Map(order.lines.map((line) => [line.lineItemId, line]));
  const seen = new Set<string>();
  const lines: ReturnedLine[] = [];
  const ours = new Map<string, OurReturn>();
  for (const [index, returned] of event.lines.entries()) {
    const field = `data.lines[${index}]`;
    const found = findLine(known, returned, field);
    if (found.kind === 'refuse') return found;
    const { line } = found;
    const isEcho = line.ours.some(({ state }) => state === 'registered');
    const returnedBefore = seen.has(line.id) || (line.reportedBefore && !isEcho);
    const fault = judgeQuantity({ ...line, returnedBefore }, returned.quantity, `${field}.quantity`);
    if (fault) return refuse(fault);
    seen.add(line.id);
    if (isEcho) continue;
    lines.push(toReturnedLine(line, returned));
    for (const one of line.ours) ours.set(one.id, one);
  }
  if (lines.length === 0) return { kind: 'echo' };
  const reported = new Set(order.lines.filter((line) => seen.has(line.id) || line.reportedBefore).map(idOf));
  return { kind: 'record', lines, ...endsOf([...ours.values()], reported) };
}

const idOf = ({ id }: { id: string }) => id;

function endsOf(ours: readonly OurReturn[], reported: ReadonlySet<string>) {
  const open = ours.filter(({ state }) => state !== 'registered' && state !== 'recorded');
  const isReplaced = ({ state, outcomeUnknown, lineIds }: OurReturn) =>
    state !== 'sending' && !outcomeUnknown && lineIds.every((id) => reported.has(id));
  return {
    replace: open.filter(isReplaced).map(idOf),
    // Support already has those that wait.
    hold: open.filter((one) => !isReplaced(one) && one.state !== 'waiting').map(idOf),
  };
}

function findLine(
  known: ReadonlyMap<string, SoldLineFacts>,
  returned: ReturnCreated['lines'][number],
  field: string,
): { kind: 'found'; line: SoldLineFacts } | { kind: 'refuse'; refusal: Refusal } {
  const line = known.get(returned.order_line_id);
  if (!line) {
    return refuse(refusal('unknown_line', 'the order has no such line', `${field}.order_line_id`));
  }
  if (returned.external_ref !== undefined && !line.references.has(returned.external_ref)) {
    return refuse(refusal('unknown_line', 'the line has no such reference', `${field}.external_ref`));
  }
  return { kind: 'found', line };
}

function toReturnedLine(line: SoldLineFacts, returned: ReturnCreated['lines'][number]): ReturnedLine {
  return {
    orderLineId: line.id,
    shippingOrderLineId: null,
    reportedLineId: returned.order_line_id,
    reference: returned.external_ref ?? null,
    quantity: returned.quantity,
    reason: returned.reason ?? null,
  };
}

function refuse(why: Refusal): { kind: 'refuse'; refusal: Refusal } {
  return { kind: 'refuse', refusal: why };
}
