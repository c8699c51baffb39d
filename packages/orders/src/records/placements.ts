import { randomUUID } from 'node:crypto';
import type { ShippingOrderRequest } from '@hub/contract';
import type { OrderMode, Tx } from '@hub/database';
import type { RoutingDecision } from '../routing/decide-routing';
import { decisionDetail, type DecidedOn } from '../routing/decision-detail';
import type { LineCalculation } from '../routing/decide-order';

/** A placement with its payload. */
export interface NewPlacement {
  id: string;
  sellerOrderId: string;
  decisionId: string;
  mode: OrderMode;
  shopId: number;
  externalRef: string;
  payload: ShippingOrderRequest;
  relayEmail: string | null;
  /** Its shop has shown, after a restore, that it has it. */
  isShown: boolean;
  /** When it becomes due. */
  dueAt: Date;
  lines: readonly NewPlacementLine[];
}

export interface NewPlacementLine {
  id: string;
  orderLineId: string;
  position: number;
  externalRef: string;
  /** The shipping shop's own variant. */
  variantId: string;
  barcode: string | null;
  sku: string | null;
  quantity: number;
  calculation: LineCalculation;
}

/** Stores why each line goes to its shop (D19), before anything is sent. @returns the decision's id */
export async function insertDecision(
  tx: Tx,
  decided: { sellerOrderId: string; decision: RoutingDecision; facts: DecidedOn },
): Promise<string> {
  const { sellerOrderId, decision, facts } = decided;
  const id = randomUUID();
  await tx.routingDecision.create({
    select: { id: true },
    data: {
      id,
      sellerOrderId,
      policyVersion: decision.policy.version,
      detail: decisionDetail(decision, facts),
    },
  });
  return id;
}

/**
 * `plan`, or `rehearse` in a dry run: stores a placement with its payload, frozen from here on (D18). One that its shop
 * has shown was sent before, with an outcome that is unknown now: `planShown`.
 */
export async function insertPlacement(tx: Tx, placement: NewPlacement): Promise<void> {
  const { lines, mode, isShown, dueAt, ...row } = placement;
  await tx.shippingOrder.create({
    select: { id: true },
    data: { ...row, ...(mode === 'live' ? liveState({ isShown, dueAt }) : { state: 'dry_run' }) },
  });
  await tx.shippingOrderLine.createMany({
    data: lines.map(({ calculation, ...line }) => ({
      ...line,
      shippingOrderId: row.id,
      unitPrice: calculation.unitPrice,
      calculation: { ...calculation, shipping: { ...calculation.shipping } },
    })),
  });
}

function liveState({ isShown, dueAt }: Pick<NewPlacement, 'isShown' | 'dueAt'>) {
  return isShown
    ? ({ state: 'sending', firstSentAt: dueAt, lastAttemptAt: dueAt, nextAttemptAt: dueAt } as const)
    : ({ state: 'planned', nextAttemptAt: dueAt } as const);
}
