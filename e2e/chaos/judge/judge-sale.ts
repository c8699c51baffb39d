import type { Sale, SoldLine } from '../journal';
import type { Evidence } from './evidence';

/**
 * What is wrong with a paid order in the end. Each line must be shipped by exactly one shop and its customer notified
 * once; or, of a stopped order, shipped by none and open at none.
 */
export function judgeSale(sale: Sale, evidence: Evidence): string[] {
  if (sale.created.answer?.status !== 200)
    return [`${sale.orderId}: its order.created was not accepted, ${describe(sale.created.answer)}`];
  const isStopped = sale.cancelled?.answer?.status === 200;
  return sale.lines.flatMap((line) => {
    const isOver = isStopped || evidence.journal.closed.has(line.title);
    const faults = isOver ? judgeStoppedLine(line, evidence) : judgeLine(sale, line, evidence);
    return faults.map(
      (fault) => `${sale.orderId}, ${line.title} (${isStopped ? 'stopped' : 'sold'}): ${fault}`,
    );
  });
}

function judgeStoppedLine({ title }: SoldLine, { placements }: Evidence): string[] {
  return (placements.get(title) ?? []).flatMap(({ shop, order, line }) => [
    ...(line.shipped > 0 ? [`was shipped by ${shop}`] : []),
    ...(order.status === 'created' ? [`is open at ${shop}`] : []),
  ]);
}

function judgeLine(sale: Sale, sold: SoldLine, { placements, stores }: Evidence): string[] {
  const all = placements.get(sold.title) ?? [];
  const live = all.filter(({ order }) => order.status === 'created');
  const shipping = all.filter(({ line }) => line.shipped > 0);
  const shipped = shipping.reduce((sum, { line }) => sum + line.shipped, 0);
  const own = stores
    .find(({ slug }) => slug === sale.shop)
    ?.orders.find(({ orderId }) => orderId === sale.orderId)
    ?.lines.find(({ lineId }) => lineId === sold.lineId);
  return [
    ...(live.length > 1
      ? [`is at ${live.length} shops at once: ${live.map(({ shop }) => shop).join(', ')}`]
      : []),
    ...(shipping.length > 1 ? [`was shipped by ${shipping.length} shops`] : []),
    ...(shipped !== sold.quantity ? [`${shipped} of ${sold.quantity} pieces were shipped`] : []),
    ...(own?.tracked !== sold.quantity
      ? [`the customer knows of ${own?.tracked ?? 0} of ${sold.quantity}`]
      : []),
  ];
}

function describe(answer: Sale['created']['answer']): string {
  return answer === null ? 'no answer' : `${answer.status} ${answer.code ?? answer.outcome ?? ''}`;
}
