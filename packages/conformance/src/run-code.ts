import { randomInt } from 'node:crypto';

/** No vowels, so that a code is no word, and no letters that are mistaken for others. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** The code of a run: the store puts it into the address of every sale that is made for the run (D32). */
export function newRunCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Where the code may be, as the prompt names it. */
export const RUN_CODE_FIELDS = 'name, company or address_line2 of the address';

/** Whether the address of an order carries the code. Shops change the case of letters. */
export function carriesRunCode(data: Readonly<Record<string, unknown>>, code: string): boolean {
  const { name, company, address_line2 } = Object(data['shipping_address']);
  return [name, company, address_line2].some(
    (text) => typeof text === 'string' && text.toUpperCase().includes(code.toUpperCase()),
  );
}
