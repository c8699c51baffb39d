import type { ListSummary } from '../engine/list-definition';
import { amount } from '../words/amount';
import type { NetOwed } from './net-owed';

/** The net of a shop as figures above a list, each currency separately. @param period such as `from 2026-11-01 to …` */
export function netFigures(nets: readonly NetOwed[], period: string): ListSummary[] {
  if (nets.length === 0) return [{ title: `Nothing settled ${period}`, figures: [] }];
  return nets.map(({ currency, owes, isOwed, net }) => ({
    title: `${currency}, ${period}`,
    figures: [
      ['Owes', amount(owes)],
      ['Is owed', amount(isOwed)],
      [`Net, ${netLabel(net)}`, amount(net)],
    ],
  }));
}

/** What a net means for its shop. @param net below 0: the shop pays */
export function netLabel(net: string): string {
  if (!/[1-9]/.test(net)) return 'even';
  return net.startsWith('-') ? 'to pay' : 'to receive';
}
