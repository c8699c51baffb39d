import type { z } from 'zod';
import { LIMITS } from './limits';
import { StorableText } from './text';

const LENGTH_FAULT = `must be 1 to ${LIMITS.identifierLength} characters long`;

const Identifier = StorableText.refine(hasIdentifierLength, LENGTH_FAULT).meta({
  minLength: 1,
  maxLength: LIMITS.identifierLength,
});

/** Counted in characters, not UTF-16 units, as PostgreSQL does. */
function hasIdentifierLength(text: string): boolean {
  if (text.length <= LIMITS.identifierLength) return text.length > 0;
  return text.length <= 2 * LIMITS.identifierLength && Array.from(text).length <= LIMITS.identifierLength;
}

/** Names a shop in the address of its events (D1), so it needs no escaping in a path. */
export const ShopSlug = Identifier.regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'must be letters, digits, dots, dashes and underscores, beginning with a letter or digit',
).brand<'ShopSlug'>();
export type ShopSlug = z.output<typeof ShopSlug>;

/** Unique per event and shop; the same on every resend. */
export const EventId = Identifier.brand<'EventId'>();
export type EventId = z.output<typeof EventId>;

/** A store's own id of an order: of its sale, or of a shipping order it created. */
export const OrderId = Identifier.brand<'OrderId'>();
export type OrderId = z.output<typeof OrderId>;

/** A store's own id of an order line; returns call it `order_line_id`. */
export const LineItemId = Identifier.brand<'LineItemId'>();
export type LineItemId = z.output<typeof LineItemId>;

export const VariantId = Identifier.brand<'VariantId'>();
export type VariantId = z.output<typeof VariantId>;

export const ProductId = Identifier.brand<'ProductId'>();
export type ProductId = z.output<typeof ProductId>;

/** A whole number carried as a string ("Identifier rules"); other forms are not usable. */
export const LocationId = Identifier.regex(
  /^[0-9]+$/,
  'must be a whole number carried as a string',
).brand<'LocationId'>();
export type LocationId = z.output<typeof LocationId>;

/** A reference of the service: of an order, a line, a cancellation, a package's tracking or a return. */
export const ExternalRef = Identifier.brand<'ExternalRef'>();
export type ExternalRef = z.output<typeof ExternalRef>;

/** The shipping shop's own id of a package, unique within its shipping order (D11). */
export const PackageId = Identifier.brand<'PackageId'>();
export type PackageId = z.output<typeof PackageId>;

/** A store's own id of a return it created. */
export const ReturnId = Identifier.brand<'ReturnId'>();
