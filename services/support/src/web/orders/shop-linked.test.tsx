import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { ShopLinked } from './shop-linked';

const SHOP = { shop: 'nordic-outdoor', shopName: 'Nordic' };
const LINK = '<a href="/shops/nordic-outdoor">Nordic</a>';

describe('a sentence that names a shop', () => {
  it.each([
    ['Nordic sent order.created', `${LINK} sent order.created`],
    ['Order Nordic-12 of Nordic was accepted', `Order Nordic-12 of ${LINK} was accepted`],
    ['Package Nordic7 of Nordics', 'Package Nordic7 of Nordics'],
    ['Routing decided', 'Routing decided'],
  ])("%s: links only the shop's name", (text, html) => {
    expect(renderToString(<ShopLinked text={text} shop={SHOP} />)).toBe(html);
  });

  it('is unchanged if it names no shop', () => {
    expect(renderToString(<ShopLinked text="Nordic sent" shop={undefined} />)).toBe('Nordic sent');
  });
});
