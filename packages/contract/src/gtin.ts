const FORM = /^(?:\d{8}|\d{12,14})$/;

/** Whether a barcode is a GTIN-8, -12, -13 or -14 with a correct check digit (D14). */
export function isGtin(barcode: string): boolean {
  return FORM.test(barcode) && /[1-9]/.test(barcode) && checkSum(barcode) % 10 === 0;
}

/** A GTIN in its canonical form for comparison, padded to 14 digits; `null` for any other barcode (D14). */
export function toGtin14(barcode: string): string | null {
  return isGtin(barcode) ? barcode.padStart(14, '0') : null;
}

/** GTIN-14 with six leading zeros is a GTIN-8, however it is written. */
const GTIN_8 = /^0{6}/;
const RESTRICTED_GTIN_8 = /^0{6}[02]/;
/** GS1 prefixes 02, 04, 05, 20–29, 977, 98 and 99, after the indicator digit. */
const RESTRICTED_PREFIX = /^\d(?:0[245]|2|977|9[89])/;

/**
 * Whether a GTIN-14 is a company's own number, or names no single article (D14): two shops may use it for different
 * goods, so that it never links them.
 */
export function isRestrictedGtin(gtin14: string): boolean {
  return (GTIN_8.test(gtin14) ? RESTRICTED_GTIN_8 : RESTRICTED_PREFIX).test(gtin14);
}

/** Digits weighted 1, 3, 1, 3 … from the right, the check digit included: a multiple of ten for a GTIN. */
function checkSum(barcode: string): number {
  return Array.from(barcode).reduceRight(
    (sum, digit, index) => sum + Number(digit) * ((barcode.length - index) % 2 === 0 ? 3 : 1),
    0,
  );
}
