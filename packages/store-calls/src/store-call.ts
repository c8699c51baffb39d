import {
  CancelReceipt,
  InventoryReceipt,
  LIMITS,
  productsPageFaults,
  ReturnReceipt,
  ShippingOrderReceipt,
  TrackingReceipt,
  type CancelRequest,
  type InventoryWrite,
  type ProductsPage,
  type ReturnRequest,
  type ShippingOrderRequest,
  type StoreOperation,
  type TrackingRequest,
} from '@hub/contract';
import { readReceipt, type ReadReceipt } from './read-receipt';

/** One of the contract's six calls, ready to be sent: the request, and how its receipt is checked. */
export interface StoreCall<T> {
  operation: StoreOperation;
  method: 'GET' | 'PUT' | 'POST';
  /** Below the store's API root, with its query. */
  path: string;
  /** The search key for staff in the call log: reference, variant or cursor. */
  reference: string | null;
  /** Distinguishes it from others of its operation while calls are held (D23): the oldest held one is the probe. */
  heldAs: string;
  /** Reduces what the store may sell: it is sent though the capability is off, if the caller switches it off (D16). */
  takesAway: boolean;
  /** `null`: without a body, and so without a signature. */
  body: object | null;
  readReceipt(answer: unknown): ReadReceipt<T>;
  /** How much of its answer is read (D36). */
  answerBytes: number;
}

/** `GET /products` (D14): one page. */
export function readProductsPage(page: {
  cursor?: string | undefined;
  limit?: number | undefined;
}): StoreCall<ProductsPage> {
  const cursor = page.cursor === undefined ? '' : `&cursor=${encodeURIComponent(page.cursor)}`;
  return {
    operation: 'read_products',
    method: 'GET',
    path: `/products?limit=${page.limit ?? LIMITS.pageSize}${cursor}`,
    reference: page.cursor ?? null,
    heldAs: page.cursor ?? '',
    takesAway: false,
    body: null,
    answerBytes: LIMITS.maxPageBytes,
    readReceipt(answer) {
      const read = productsPageFaults(answer);
      return 'page' in read ? { ok: true, receipt: read.page } : { ok: false, faults: read.faults };
    },
  };
}

/** `PUT /inventory` (D15): the receipt repeats variant, location and quantity. */
export function writeInventory(body: InventoryWrite): StoreCall<InventoryReceipt> {
  const { variant_id, location_id, quantity } = body;
  return {
    operation: 'write_inventory',
    method: 'PUT',
    path: '/inventory',
    reference: variant_id,
    // Quantities of a shop wait as one: any of them shows whether they are accepted.
    heldAs: '',
    takesAway: quantity === 0,
    body,
    answerBytes: LIMITS.maxAnswerBytes,
    readReceipt: (answer) => readReceipt(InventoryReceipt, answer, { variant_id, location_id, quantity }),
  };
}

/** `POST /orders` (D18). */
export function placeOrder(body: ShippingOrderRequest): StoreCall<ShippingOrderReceipt> {
  const { external_ref } = body;
  return {
    operation: 'place_order',
    method: 'POST',
    path: '/orders',
    reference: external_ref,
    heldAs: external_ref,
    takesAway: false,
    body,
    answerBytes: LIMITS.maxAnswerBytes,
    readReceipt: (answer) => readReceipt(ShippingOrderReceipt, answer, { external_ref }),
  };
}

/** `PUT /orders/{order_id}/tracking` (D20); `orderId` is the seller order's. */
export function deliverTracking(orderId: string, body: TrackingRequest): StoreCall<TrackingReceipt> {
  const { external_ref } = body;
  return {
    operation: 'deliver_tracking',
    method: 'PUT',
    path: `/orders/${pathSegment(orderId)}/tracking`,
    reference: external_ref,
    heldAs: external_ref,
    takesAway: false,
    body,
    answerBytes: LIMITS.maxAnswerBytes,
    readReceipt: (answer) => readReceipt(TrackingReceipt, answer, { external_ref, order_id: orderId }),
  };
}

/** `POST /cancel` (D21); `order_id` is the shipping order's. */
export function cancelOrder(body: CancelRequest): StoreCall<CancelReceipt> {
  const { external_ref, order_id } = body;
  return {
    operation: 'cancel_order',
    method: 'POST',
    path: '/cancel',
    reference: external_ref,
    heldAs: external_ref,
    takesAway: false,
    body,
    answerBytes: LIMITS.maxAnswerBytes,
    readReceipt: (answer) => readReceipt(CancelReceipt, answer, { external_ref, order_id }),
  };
}

/** `POST /returns` (D22). */
export function registerReturn(body: ReturnRequest): StoreCall<ReturnReceipt> {
  const { external_ref } = body;
  return {
    operation: 'register_return',
    method: 'POST',
    path: '/returns',
    reference: external_ref,
    heldAs: external_ref,
    takesAway: false,
    body,
    answerBytes: LIMITS.maxAnswerBytes,
    readReceipt: (answer) => readReceipt(ReturnReceipt, answer, { external_ref }),
  };
}

/** One segment of a path; the ids `.` and `..` would otherwise be taken for relative steps. */
function pathSegment(id: string): string {
  return /^\.{1,2}$/.test(id) ? id.replaceAll('.', '%2E') : encodeURIComponent(id);
}
