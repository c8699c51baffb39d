import { listUnplaced } from '@hub/support-desk';
import type { Router } from 'express';
import type { Desk } from '../../desk';
import { Live } from '../../layout/live';
import { sendPage } from '../../layout/send-page';
import { UnplacedTable } from './unplaced-table';

const LINES = 200;

/** Paid, not yet at a shop (D18): every paid network line that no shop has. */
export function addUnplacedRoutes(router: Router, desk: Desk): void {
  router.get('/unplaced', async (request, response) => {
    const now = desk.clock.now();
    const lines = await listUnplaced(desk.db, { limit: LINES, now });
    sendPage(request, response, {
      title: 'Paid, not yet at a shop',
      section: 'orders',
      content: (
        <>
          <h1>Paid, not yet at a shop</h1>
          <Live id="unplaced" href="/orders/unplaced">
            {lines.length === 0 ? (
              <p class="soft">None: every paid line is at a shop.</p>
            ) : (
              <UnplacedTable lines={lines} now={now} />
            )}
            {lines.length === LINES && <p class="soft">These are the {LINES} that have waited longest.</p>}
          </Live>
        </>
      ),
    });
  });
}
