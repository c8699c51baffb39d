import { listAddress } from '@hub/desk/engine';
import { readSettlementPart, settlementFile } from '@hub/desk/money';
import { Router, type Request } from 'express';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { sendText } from '../lists/send-csv';
import { readDays } from './read-period';
import { SettlementPage, SHOWN } from './settlement-page';

/** A shop's account with the network. */
export function moneyRoutes(desk: Desk): Router {
  const router = Router();
  // The address of the file from before the pairs were a list.
  router.get('/pairs.csv', (request, response) => {
    const { month } = request.query;
    response.redirect(
      301,
      listAddress('/money.csv', { month: typeof month === 'string' ? month : undefined }),
    );
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
