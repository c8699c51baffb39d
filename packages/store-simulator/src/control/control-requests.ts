import { z } from 'zod';

import { ENDPOINTS } from '../faults/faults';

/** The bodies of the control endpoints: the options of the store's own methods, as JSON. */

const id = z.string().min(1);
const quantity = z.int().positive().optional();
const when = z.enum(['before', 'after']);

export const FaultRequest = z.strictObject({
  endpoint: z.enum([...ENDPOINTS, '*']),
  times: z.int().positive().optional(),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      code: z.string().optional(),
      retryAfter: z.union([z.number(), z.string()]).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ kind: z.literal('delay'), ms: z.int().nonnegative(), when: when.optional() }),
    z.strictObject({ kind: z.literal('drop'), when }),
    z.strictObject({
      kind: z.literal('wrong_receipt'),
      change: z.record(z.string(), z.unknown()).optional(),
      without: z.array(z.string()).optional(),
    }),
    z.strictObject({ kind: z.literal('success_status'), status: z.int().min(200).max(299) }),
    z.strictObject({ kind: z.literal('wrong_body'), body: z.string() }),
  ]),
});

const text = z.string().optional();

export const SellRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        variantId: id,
        quantity: z.int().positive().default(1),
        network: z.boolean().default(true),
        unitPrice: z.number().optional(),
        title: text,
        sku: text,
        barcode: text,
      }),
    )
    .min(1),
  address: z
    .strictObject({
      name: text,
      company: text,
      address_line1: text,
      address_line2: text,
      zip: text,
      city: text,
      province: text,
      country_code: text,
      phone: text,
      email: text,
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .optional(),
  shippingCost: z.number().optional(),
  totalDiscounts: z.number().optional(),
  paymentStatus: text,
  currency: text,
  tags: z.array(z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export const ShipRequest = z.strictObject({
  orderId: id,
  lines: z.array(z.strictObject({ line: id, quantity })).optional(),
  packageId: text,
  carrier: text,
  trackingNumber: text,
  trackingUrl: text,
});

export const CancelRequest = z.strictObject({ orderId: id, reason: text });

export const ReturnRequest = z.strictObject({
  orderId: id,
  lines: z.array(z.strictObject({ line: id, quantity, reason: text })).optional(),
  customerNote: text,
});

export const StockRequest = z.strictObject({
  variantId: id,
  locationId: id,
  quantity: z.int().nonnegative(),
});

/** Takes a variant out of the catalogue, or lists it again. */
export const ListRequest = z.strictObject({ variantId: id, listed: z.boolean() });

/** Where events go from now on. */
export const EventsRequest = z.strictObject({ url: z.url() });

export const BreakRequest = z.strictObject({ break: z.array(id).min(1) });

export const ResendRequest = z.strictObject({ eventId: id });
