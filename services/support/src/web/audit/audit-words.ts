import { redactFields } from '@hub/runtime';

/** What somebody did, as the trail knows it. */
const NAMES: Readonly<Record<string, string>> = {
  'dead_letter.replay': 'replayed it',
  'dead_letter.discard': 'discarded it',
  'dead_letter.restore': 'restored it',
  'dead_letter.reveal': 'looked at its personal data',
  'dead_letter.edit': 'edited it',
  'dead_letter.revert_edit': 'took its edit back',
  'work.resume': 'took given-up work up again',
  'order.search_by_email': 'searched orders by an e-mail address',
  'order.reveal': "looked at the customer's data",
  'order.reroute': 're-routed a shipping order',
  'order.reroute_confirmed': "re-routed a shipping order on the shop's word",
  'order.close_line': 'closed a line',
  'order.end_hold': 'ended the hold',
  'order.correct_address': 'corrected the address',
  'return.release': 'released the return',
  'stock.lift_block': 'lifted a block on stock',
  'store.resume_calls': 'resumed calls to the store',
  'alert.take': 'took it',
  'alert.resolve': 'resolved it',
  'desk.sign_in': 'signed in',
  'desk.sign_in_refused': 'was refused at sign-in',
  'desk.sign_out': 'signed out',
};

/** Pure. @param action as the trail names it */
export function actionName(action: string): string {
  return NAMES[action] ?? action.replaceAll(/[._]/g, ' ');
}

/** What the trail holds beside, such as a note. What is personal by its form is left out, should somebody have written it (D29). */
export function detailWords(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return '';
  const words = Object.entries(redactFields(Object.fromEntries(Object.entries(detail)))).map(
    ([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return name === 'note' ? `“${text}”` : `${name.replaceAll('_', ' ')}: ${text}`;
    },
  );
  return words.join(', ');
}
