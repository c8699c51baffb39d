import { randomBytes } from 'node:crypto';
import { toGtin14 } from '@hub/contract';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 13;
const FORM = /^H[0-9A-Z]{13}$/;

/** An article without a barcode: as long as a GTIN-14, but never one. */
export function articleWithoutBarcode(): string {
  return `H${Array.from(randomBytes(LENGTH), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')}`;
}

/** The article that a text names, as a GTIN of any length or as one without a barcode; null: neither. */
export function readArticle(text: string): string | null {
  return FORM.test(text) ? text : toGtin14(text);
}
