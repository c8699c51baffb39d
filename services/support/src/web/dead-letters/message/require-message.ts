import { showDeadLetter, type ShownDeadLetter } from '@hub/desk/messages';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';

/** The failed message of an address. Throws `PageError` if there is none. */
export async function requireFailedMessage(desk: Desk, id: unknown): Promise<ShownDeadLetter> {
  const failedMessage = typeof id === 'string' ? await showDeadLetter(desk.db, id, desk) : null;
  if (!failedMessage) throw new PageError(404, 'There is no such failed message (any more).');
  return failedMessage;
}
