import { z } from 'zod';

/** An article of an order as a person writes it: a GTIN of any length, or an article without a barcode. */
export const OrderArticle = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?:\d{1,14}|H[0-9A-Z]{13})$/, 'must be a GTIN, or an article without a barcode')
  .transform((article) => article.padStart(14, '0'));
