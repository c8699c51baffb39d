import type { OrderCreated, ShippingOrderRequest } from '@hub/contract';
import type { Prisma } from '@hub/database';
import type { IntakeDecision } from '../intake/decide-intake';
import type { LineCalculation } from '../routing/decide-order';

/** A line of an arriving order, with the id under which it is stored. */
export interface ArrivedLine {
  id: string;
  state: 'own' | 'waiting' | 'allocated';
}

/** An order as it is first stored. */
export interface SavedArrival {
  id: string;
  shopId: number;
  order: OrderCreated;
  intake: Extract<IntakeDecision, { kind: 'accepted' }>;
  correlation: string;
  /** A shop may have it already, unknown to a restored database: `order.route` looks it up. */
  mayBePlaced: boolean;
  /** In the order of its lines. */
  lines: readonly ArrivedLine[];
  /** Null: `order.route` decides. */
  routing: SavedRouting | null;
}

/** The decision for all its network lines: each of them has a shop. */
export interface SavedRouting {
  decisionId: string;
  policyVersion: string;
  detail: Prisma.InputJsonObject;
  placements: readonly SavedPlacement[];
}

export interface SavedPlacement {
  shippingOrderId: string;
  shop: { id: number };
  externalRef: string;
  relayEmail: string | null;
  /** Frozen from here on (D18). */
  payload: ShippingOrderRequest;
  /** Its call starts right after the commit, under this claim; null: it is planned, and due. */
  claim: { at: number; leaseUntil: Date } | null;
  lines: readonly SavedPlacementLine[];
}

export interface SavedPlacementLine {
  shippingOrderLineId: string;
  orderLineId: string;
  position: number;
  externalRef: string;
  variantId: string;
  barcode: string | null;
  sku: string | null;
  quantity: number;
  calculation: LineCalculation;
}
