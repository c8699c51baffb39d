import { bounceMail } from '@hub/desk/mails';
import { Router } from 'express';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';

/** What an agent does with a mail to a shop. */
export function mailRoutes(desk: Desk): Router {
  const router = Router();
  addActionRoutes(router, desk, {
    path: '/:mail/came-back',
    action: bounceMail,
    section: 'shops',
    find: async (_desk, { params }) => ({
      input: { mail: params['mail'] },
      place: { href: '/shop-mails', name: 'Mails to shops' },
    }),
  });
  return router;
}
