import { articleStock } from '@hub/desk/stock';
import { readArticle } from '@hub/desk/links';
import { timeRange } from '@hub/desk/figures';
import { Router, type Request } from 'express';
import { readRange } from '../charts/range-tabs';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { sendCsv } from '../lists/send-csv';
import { ArticlePage } from './article-page';
import { SHOP_COLUMNS, STOCK_COLUMNS } from './article-tables';
import { stockRows } from './over-steps';

/** Articles of the network: who has how much of each. */
export function articleRoutes(desk: Desk): Router {
  const router = Router();
  const read = async (request: Request<{ gtin: string }>) => {
    const range = timeRange(readRange(request.query), desk.clock.now());
    const gtin = readArticle(request.params.gtin);
    const article = gtin && (await articleStock(desk.db, gtin, range));
    if (!article) throw new PageError(404, 'No shop of the network has this article.');
    return { gtin, article, range };
  };
  router.get('/:gtin', async (request, response) => {
    const found = await read(request);
    const title = found.article.variants[0]?.title ?? found.gtin;
    sendPage(request, response, { title, section: 'shops', content: <ArticlePage {...found} /> });
  });
  router.get('/:gtin/stock.csv', async (request, response) => {
    const { gtin, article, range } = await read(request);
    const rows = stockRows(article.variants, range);
    await sendCsv(response, { name: `stock-${gtin}`, columns: STOCK_COLUMNS, first: { rows, next: null } });
  });
  router.get('/:gtin/shops.csv', async (request, response) => {
    const { gtin, article } = await read(request);
    const rows = article.variants;
    await sendCsv(response, { name: `shops-${gtin}`, columns: SHOP_COLUMNS, first: { rows, next: null } });
  });
  return router;
}
