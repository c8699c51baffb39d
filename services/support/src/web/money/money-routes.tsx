import { owedByPair, owedInAll, readSettlementPart, settlementFile, keptForAMinute } from '@hub/support-desk';
import { Router, type Request } from 'express';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { sendCsv, sendText } from '../lists/send-csv';
import { MoneyPage } from './money-page';
import { pairColumns } from './pair-columns';
import { readDays, readMonth } from './read-period';
import { SettlementPage, SHOWN } from './settlement-page';

/** What shops owe one another, and the rates. */
export function moneyRoutes(desk: Desk): Router {
  const router = Router();
  const pairsOf = keptForAMinute(async (month, now) => ({
    pairs: await owedByPair(desk.db, readMonth({ month }, now).period),
    at: now,
  }));
  router.get('/', async (request, response) => {
    const now = desk.clock.now();
    const { month, period } = readMonth(request.query, now);
    const { pairs, at } = await pairsOf(month, now);
    sendPage(request, response, {
      title: `Money owed in ${month}`,
      section: 'money',
      content: <MoneyPage {...{ month, pairs, at }} days={period.days} totals={owedInAll(pairs)} />,
    });
  });
  router.get('/pairs.csv', async (request, response) => {
    const now = desk.clock.now();
    const { month, period } = readMonth(request.query, now);
    const { pairs: rows } = await pairsOf(month, now);
    const columns = pairColumns(period.days);
    await sendCsv(response, { name: `owed-${month}`, columns, first: { rows, next: null } });
  });
  router.get('/shops/:slug.csv', async (request, response) => {
    const { shop, days, period } = await settled(desk, request);
    await sendText(response, {
      name: `settlement-${shop.slug}-${days.from}-${days.to}`,
      parts: settlementFile(desk.db, shop, period),
    });
  });
  router.get('/shops/:slug', async (request, response) => {
    const { shop, days, period } = await settled(desk, request);
    const part = { period, skip: 0, take: SHOWN };
    const settlement = await readSettlementPart(desk.db, shop, part);
    sendPage(request, response, {
      title: `Settlement of ${shop.name}`,
      section: 'money',
      content: <SettlementPage {...{ shop, days, settlement }} now={desk.clock.now()} />,
    });
  });
  return router;
}

/** The shop of the account, and its period. */
async function settled(desk: Desk, request: Request<{ slug: string }>) {
  const period = readDays(request.query, desk.clock.now());
  const { slug } = request.params;
  const shop = await desk.db.shop.findUnique({
    where: { slug },
    select: { id: true, slug: true, name: true, removedAt: true },
  });
  if (!shop) throw new PageError(404, 'There is no such shop.');
  return { shop, days: period.days, period };
}
