import { inPlaces } from '../money/settle';
import { money } from '../words/amount';
import type { RerouteForecast } from './forecast-reroutes';
import { whyWaiting } from '../words/reason-texts';

/** Such as `Fjord Sport would get L-1 (5 free, 412 km, payout 70.00 EUR, the same as now)`. */
export function rerouteLabel({ lineItemId, to, waitsFor }: RerouteForecast, currency: string): string {
  if (to === null)
    return `No other shop could get ${lineItemId} now: ${waitsFor === null ? 'its order is not routed any more' : whyWaiting(waitsFor)}`;
  const { name, freeStock, distanceKm, owed, owedMore } = to;
  if (to.isPresent) return `No other shop could get ${lineItemId} now: it would stay with ${name}`;
  const figures = [
    `${freeStock} free`,
    ...(distanceKm === null ? [] : [`${Math.round(distanceKm)} km`]),
    `payout ${paid(owed, currency)}${differenceLabel(owedMore, currency)}`,
    healthLabel(to),
  ];
  return `${name} would get ${lineItemId} (${figures.join(', ')})`;
}

/** Payouts are in the currency's own decimals. */
const paid = (exactText: string, currency: string) => money(inPlaces(exactText, currency), currency);

function differenceLabel(more: string, currency: string): string {
  if (Number(more) === 0) return ', the same as now';
  return more.startsWith('-')
    ? `, ${paid(more.slice(1), currency)} less than now`
    : `, ${paid(more, currency)} more than now`;
}

function healthLabel({ suspended, calls, failed }: NonNullable<RerouteForecast['to']>): string {
  if (suspended) return 'calls to its store are suspended';
  if (calls === 0) return 'no calls to its store in the last hour';
  return failed === 0
    ? 'its store answers'
    : `${failed} of ${calls} calls to its store failed in the last hour`;
}
