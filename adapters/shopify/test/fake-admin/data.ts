/** What a fake shop holds, in Shopify's own plain numbers. */

export interface FakeVariant {
  id: string;
  productId: string;
  /** Of its inventory item: another number than the variant's. */
  itemId: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  options: { name: string; value: string }[];
  tracked: boolean;
  price: number;
}

export interface FakeProduct {
  id: string;
  title: string;
  vendor: string;
  description: string;
  images: string[];
  isActive: boolean;
  variants: FakeVariant[];
}

export interface FakeLine {
  id: string;
  variant: FakeVariant | null;
  title: string;
  /** As ordered. */
  quantity: number;
  /** Refunded, or edited out, before anything left. */
  removed: number;
  requiresShipping: boolean;
  unitPrice: number;
  taxRate: number;
  discount: number;
  properties: { key: string; value: string }[];
}

export interface FakeShare {
  id: string;
  orderId: string;
  locationId: string;
  status: 'OPEN' | 'CLOSED' | 'CANCELLED';
  lines: { id: string; line: FakeLine; total: number; remaining: number }[];
}

export interface FakeTracking {
  company?: string | null;
  number?: string | null;
  url?: string | null;
}

export interface FakeFulfillment {
  id: string;
  orderId: string;
  createdAt: Date;
  tracking: FakeTracking | null;
  /** Of further parcels. */
  moreTracking?: FakeTracking[];
  lines: { id: string; line: FakeLine; quantity: number }[];
}

export interface FakeReturn {
  id: string;
  orderId: string;
  status: 'OPEN' | 'CLOSED';
  lines: { id: string; parcelLine: FakeFulfillment['lines'][number]; quantity: number; note: string }[];
}

export interface FakeRefund {
  id: string;
  returnId: string | null;
  lines: { line: FakeLine; quantity: number; restockType: 'RETURN' | 'NO_RESTOCK' | 'CANCEL' }[];
}

export interface FakeAddress {
  name: string;
  company?: string | null;
  address1: string;
  address2?: string | null;
  zip: string;
  city: string;
  province?: string | null;
  countryCode: string;
  phone?: string | null;
}

export interface FakeOrder {
  id: string;
  number: number;
  createdAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  isPaid: boolean;
  isEdited: boolean;
  currency: string;
  taxesIncluded: boolean;
  tags: string[];
  email: string | null;
  /** Custom ids by `<namespace>.<key>`. */
  customIds: Record<string, string>;
  address: FakeAddress | null;
  shipping: { code: string; title: string; price: number };
  lines: FakeLine[];
  shares: FakeShare[];
  fulfillments: FakeFulfillment[];
  returns: FakeReturn[];
  refunds: FakeRefund[];
}

export const gidOf = (type: string, id: string): string => `gid://shopify/${type}/${id}`;
export const numberOf = (gid: string): string => gid.split('/').at(-1) ?? '';
