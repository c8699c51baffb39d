import { runDeskCommand } from '@hub/desk/commands';
import { actingBy } from '@hub/desk/engine';
import type { FoundToken } from '@hub/desk/tokens';
import { json, Router } from 'express';
import { faultErrorHandler, noSuch } from '../faults/fault-error-handler';
import { asCommandAnswer } from '../faults/show-fault';
import type { AccessOptions } from '../web/access/access-settings';
import { onlyByHttps } from '../web/access/only-by-https';
import { actorOf } from '../web/access/viewer';
import type { Desk } from '../web/desk';
import { apiLimits } from './api-limits';
import { deskDocument } from './desk-document';
import { holderOf, requireToken } from './require-token';

/** An edited message is as large as an event, and is sent as text within JSON. */
const LARGEST = '4mb';

/**
 * The hub commands that run at the desk, each by its name, for the holder of a token. Cookies do not count here, so no
 * page can borrow one (decisions/desk.md#the-command-and-its-tokens).
 */
export function commandRoutes(desk: Desk, access: AccessOptions): Router {
  const router = Router();
  const limits = apiLimits();
  router.get('/openapi.json', (_request, response) => {
    response.json(deskDocument());
  });
  router.use(onlyByHttps(access), limits.ofRefusals(requireToken(desk, access)), limits.ofToken);
  router.post('/commands/:name', json({ limit: LARGEST }), async (request, response) => {
    const { db, cipher, forecasts, testToken, clock } = desk;
    const { token, viewer } = holderOf(response);
    const run = () =>
      runDeskCommand(request.params.name, request.body, {
        db,
        cipher,
        forecasts,
        testToken,
        person: viewer.name,
        role: viewer.role,
        identity: token.owner,
        actor: actorOf(viewer),
        now: clock.now(),
        isAlone: false,
      });
    response.json(await actingBy(wayOf(token), run));
  });
  router.use(noSuch('address'), faultErrorHandler(desk.logger, asCommandAnswer));
  return router;
}

/** What the audit records of an act by a token: which one, who issued it, and who vouches for its person. */
function wayOf({ id, issuedBy, owner }: FoundToken) {
  const person =
    owner.vouchedBy === 'issuer'
      ? { issuer: owner.issuer, subject: owner.subject }
      : { issuer: owner.vouchedBy };
  return { by: 'command line', token: id, issued_by: issuedBy, ...person } as const;
}
