import type { InputOf, ResultOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';

/** A page of a shop's account; returns, totals and net come with the last one. */
export type SettlementPage = ResultOf<'settlement'>;
/** All of it. */
export type Settlement = Omit<SettlementPage, 'next'>;

/**
 * A shop's account for a period, page after page.
 * @throws CommandFailure: a line arrived in between, so that the totals do not belong to the lines that were read
 */
export async function* settlementPages(
  ask: (input: InputOf<'settlement'>) => Promise<SettlementPage>,
  of: { shop: string; from: string; to: string },
): AsyncGenerator<SettlementPage> {
  let [read, next]: [number, string | null | undefined] = [0, undefined];
  while (next !== null) {
    const page: SettlementPage = await ask(next === undefined ? of : { ...of, after: next });
    read += page.lines.length;
    const all = page.totals.reduce((sum, { lines }) => sum + lines, 0);
    if (page.next === null && all !== read)
      throw new CommandFailure(['a package of this period came in while it was read: ask again']);
    yield page;
    next = page.next;
  }
}

/** All pages as one. */
export async function wholeSettlement(pages: AsyncIterable<SettlementPage>): Promise<Settlement> {
  const whole: Settlement = { shop: '', lines: [], returns: [], totals: [], net: [] };
  for await (const { shop, lines, returns, totals, net } of pages) {
    Object.assign(whole, { shop, returns, totals, net });
    whole.lines.push(...lines);
  }
  return whole;
}
