import { minorUnitDigits } from '@hub/orders/money';

/**
 * An exact decimal with the decimals of its currency, such as `100` → `100.00` for EUR. Further significant digits
 * stay: nothing is rounded.
 */
export function withMinorUnits(decimal: string, currency: string): string {
  const [whole = '', places = ''] = decimal.split('.');
  const digits = places.replace(/0+$/, '').padEnd(minorUnitDigits(currency), '0');
  return digits === '' ? whole : `${whole}.${digits}`;
}
