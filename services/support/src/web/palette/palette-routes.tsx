import { searchOrders } from '@hub/desk/orders';
import { PLACES } from '@hub/desk/engine';
import type { RequestHandler } from 'express';
import { renderToString } from 'preact-render-to-string';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { PageError } from '../layout/page-error';
import { findShops } from '../lists/shop-names';
import { HITS_IN, PaletteList } from './palette-list';

const Form = z.object({ q: FilterText, into: z.enum(HITS_IN).default('palette-found') });
const OF_EACH = 8;
/** An e-mail address is not searched for while it is typed: such a search is recorded (D29). */
const AT = '@';

/** Hits for the text typed into the palette. By POST, as the search: it never becomes part of an address. */
export function findForPalette(desk: Desk): RequestHandler {
  return async (request, response) => {
    const form = Form.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'No page has so long a name.');
    const { q = '', into } = form.data;
    const looks = q !== '' && !q.includes(AT);
    const [shops, found] = looks
      ? await Promise.all([findShops(desk.db, q), searchOrders(desk.db, q)])
      : [[], { orders: [], articles: [] }];
    const fits = (text: string) => text.toLowerCase().includes(q.toLowerCase());
    const list = (
      <PaletteList
        id={into}
        search={q}
        places={PLACES.filter(({ name }) => fits(name))}
        shops={shops}
        orders={found.orders.slice(0, OF_EACH)}
        articles={found.articles.slice(0, OF_EACH)}
      />
    );
    response.type('html').send(renderToString(list));
  };
}
