import { ShopMailState } from '@hub/database';
import { choice, period, shop } from '../engine/filters';
import { firstOf, list, time } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { listMails, type ShopMailRow } from './list-mails';
import { MAIL_CAUSES, mailCauseLabel } from './mail-causes';
import { MAIL_STATES } from './mail-labels';

/** Every mail to a shop about what waits for it (D38). */
export const mailList = list<ShopMailRow>()({
  path: '/shop-mails',
  title: 'Mails to shops',
  command: { name: 'shop.mails', says: 'mails to shops about what waits for them, one a day for each cause' },
  section: 'shops',
  noun: 'mail',
  about:
    'What the hub reported to shops by mail: one a day for each cause that waits for them. Without a mail server (ALERT_SMTP_URL) and DOOR_URL nothing is sent. Mails are kept for 90 days.',
  links: [{ text: 'Shops', href: '/shops' }],
  filters: {
    shop: shop('Shop', 'to this shop alone'),
    cause: choice(
      'Cause',
      Object.entries(MAIL_CAUSES).map(([cause, { label }]) => [cause, label] as const),
    ),
    state: choice(
      'State',
      Object.values(ShopMailState).map((state) => [state, MAIL_STATES[state].text] as const),
    ),
    ...period(),
  },
  columns: [
    { name: 'When', head: true, cell: ({ madeAt }) => madeAt },
    { name: 'Shop', cell: ({ shop: slug }) => ({ text: slug, href: `/shops/${slug}`, shop: slug }) },
    { name: 'Cause', cell: ({ cause }) => mailCauseLabel(cause) },
    { name: 'Contact', cell: ({ contact }) => contact },
    { name: 'Waiting', number: true, cell: ({ count }) => count },
    { name: 'Ids', cell: ({ named }) => ({ text: named.join(', '), isReference: true }) },
    { name: 'State', cell: ({ state }) => MAIL_STATES[state] },
    { name: 'Failure', cell: ({ failure }) => ({ text: failure, otherwise: 'none' }) },
    {
      name: 'Came back',
      only: 'page',
      role: 'agent',
      cell: ({ id, state }) =>
        state === 'sent' || state === 'unknown'
          ? { text: 'it came back', href: `/shop-mails/${id}/came-back` }
          : '',
    },
    { name: 'Ended', only: 'file', cell: ({ endedAt }) => endedAt },
    { name: 'Mail id', only: 'text', cell: ({ id }) => id },
  ],
  json: (mail) => ({
    id: mail.id,
    made_at: time(mail.madeAt),
    shop: mail.shop,
    cause: mail.cause,
    contact: mail.contact,
    count: mail.count,
    named: mail.named,
    state: mail.state,
    ended_at: time(mail.endedAt),
    failure: mail.failure,
  }),
  place: BY_NUMBER,
  async read({ db }, { filter: { shop: shopId, ...filter }, sort, after, limit }) {
    const found = await listMails(db, {
      ...filter,
      shopId,
      oldestFirst: sort === 'oldest',
      after,
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf: ({ id }) => id });
  },
});
