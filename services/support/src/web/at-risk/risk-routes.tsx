import {
  listAtRisk,
  readStoreWords,
  RISK_SITUATIONS,
  problemOf,
  type RiskSituation,
} from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import type { Desk } from '../desk';
import { Live } from '../layout/live';
import { sendPage } from '../layout/send-page';
import { RiskTable } from './risk-table';

const SHOWN = 200;

const Query = z.object({ situation: z.enum(RISK_SITUATIONS).optional().catch(undefined) });

/** Orders at risk, and their number for the navigation. */
export function riskRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const now = desk.clock.now();
    const { situation } = Query.parse(request.query);
    const situations = situation === undefined ? undefined : [situation];
    const risks = await listAtRisk(desk.db, { situations, limit: SHOWN, now });
    const said = await readStoreWords(desk.db, risks);
    sendPage(request, response, {
      title: 'Orders at risk',
      section: 'attention',
      content: (
        <>
          <h1>Orders at risk</h1>
          <Situations chosen={situation} />
          <Live id="at-risk" href={addressOf(situation)}>
            {risks.length === 0 ? (
              <p class="panel calm">None: every paid order is as it should be.</p>
            ) : (
              <RiskTable risks={risks} said={said} now={now} />
            )}
            {risks.length === SHOWN && <p class="soft">These are the {SHOWN} that have waited longest.</p>}
          </Live>
        </>
      ),
    });
  });
  router.get('/count', (request, response) => {
    sendPage(request, response, { title: 'Orders at risk', content: <h1>Orders at risk</h1> });
  });
  return router;
}

function Situations({ chosen }: { chosen: RiskSituation | undefined }) {
  if (chosen === undefined) return null;
  const { many, means, promise } = problemOf(chosen);
  return (
    <p class="panel">
      <strong>{`${many.charAt(0).toUpperCase()}${many.slice(1)}.`}</strong> {means} Promise: {promise}{' '}
      <a href="/at-risk">All orders at risk</a>
    </p>
  );
}

function addressOf(situation: RiskSituation | undefined): string {
  return situation === undefined ? '/at-risk' : `/at-risk?situation=${situation}`;
}
