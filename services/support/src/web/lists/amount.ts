import { figure } from './data-table';

/** `1234567.50` → `1 234 567.50`, with spaces that do not break. Pure. @param text an exact decimal */
export function amount(text: string): string {
  const [whole = '', places] = text.split('.');
  const grouped = whole.startsWith('-') ? `-${figure(whole.slice(1))}` : figure(whole);
  return places === undefined ? grouped : `${grouped}.${places}`;
}
