import { withMinorUnits } from './with-minor-units';

/** `80007` → `80 007`, with a non-breaking space. @param count a whole number */
export function figure(count: number | string): string {
  return String(count).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '\u00a0');
}

/** `1234567.50` → `1 234 567.50`, with non-breaking spaces. @param text an exact decimal */
export function amount(text: string): string {
  const [whole = '', places] = text.split('.');
  const grouped = whole.startsWith('-') ? `-${figure(whole.slice(1))}` : figure(whole);
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/**
 * `100` → `100.00 EUR`: with the decimals of its currency, as every amount of the desk, on one line.
 * @param text an exact decimal
 */
export function money(text: string, currency: string): string {
  return `${amount(withMinorUnits(text, currency))}\u00a0${currency}`;
}
