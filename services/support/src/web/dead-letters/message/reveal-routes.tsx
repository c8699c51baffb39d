import { revealDeadLetter, type ShownDeadLetter } from '@hub/desk/messages';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { indentJson } from '../edit/indent-json';
import { requireFailedMessage } from './require-message';
import { titleOf } from '../texts';

const Form = z.object({ which: z.enum(['original', 'edited']).default('original') });

/** The body with its personal data: only a form can request it, no address leads there. */
export function addRevealRoutes(router: Router, desk: Desk): void {
  router.post('/:id/reveal', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'It is not said what to show.');
    const failedMessage = await requireFailedMessage(desk, request.params['id']);
    const body = await revealDeadLetter(desk.db, {
      id: failedMessage.id,
      actor: actorOf(viewerOf(request)),
      cipher: desk.cipher,
      which: form.data.which,
    });
    if (!body) throw new PageError(404, 'There is no such failed message (any more).');
    sendPage(request, response, {
      title: 'With personal data',
      section: 'dead-letters',
      content: <RevealedPage failedMessage={failedMessage} body={indentJson(body.toString('utf8'))} />,
    });
  });
}

/** A body with its personal data. The view is already recorded. */
function RevealedPage({ failedMessage, body }: { failedMessage: ShownDeadLetter; body: string }) {
  return (
    <>
      <p>
        <a href={`/dead-letters/${failedMessage.id}`}>{titleOf(failedMessage)}</a>
      </p>
      <h1>What it says, with personal data</h1>
      <p class="soft">
        This look is recorded. The page is not kept by the browser: leave it when you are done.
      </p>
      <pre tabIndex={0}>{body}</pre>
    </>
  );
}
