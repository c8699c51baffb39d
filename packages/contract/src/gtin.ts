const FORM = /^(?:\d{8}|\d{12,14})$/;

/** Whether a barcode is a GTIN-8, -12, -13 or -14 with a correct check digit (D14). */
export function isGtin(barcode: string): boolean {
  return FORM.test(barcode) && /[1-9]/.test(barcode) && checkSum(barcode) % 10 === 0;
}

/** A GTIN in its canonical form for comparison, padded to 14 digits; `null` for any other barcode (D14). */
export function toGtin14(barcode: string): string | null {
  return isGtin(barcode) ? barcode.padStart(14, '0') : null;
}

/** Digits weighted 1, 3, 1, 3 … from the right, the check digit included: a multiple of ten for a GTIN. */
function checkSum(barcode: string): number {
  return Array.from(barcode).reduceRight(
    (sum, digit, index) => sum + Number(digit) * ((barcode.length - index) % 2 === 0 ? 3 : 1),
    0,
  );
}
