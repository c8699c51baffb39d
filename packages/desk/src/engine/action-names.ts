import { CHANGING_ACTIONS, OTHER_ACTIONS } from './action-labels';

/** Changes that are recorded without an action of the desk, such as those of a command at its machine, and what they did, for people. */
const CHANGING = {
  'shop.apply': 'applied a sheet',
  'shop.remove': 'removed a shop from the network',
  'environment.change': 'changed what the installation is for',
  'vat.set': 'set a VAT rate',
} as const;

/** Views, signing in, and the rest that is recorded without an action of the desk and without a change. */
const OTHERS = {
  'dead_letter.reveal': 'looked at the personal data of a failed message',
  'event.reveal': 'looked at the personal data of an event',
  'order.search_by_email': 'searched orders by an e-mail address',
  'order.reveal': "looked at the customer's data",
  'event.send': 'sent an event for a shop',
  'shop.overrule': 'overruled: switched a shop off with work open',
  'golive.rehearse': 'rehearsed a shop',
  'restore.reconcile': 'began to reconcile a restored database',
  'restore.list': 'took in the list of a shop after a restore',
  'restore.close': 'ended the reconciling of a restored database',
  'customer.export': "exported a customer's data at their request",
  'customer.erase': "erased a customer's data at their request",
  'desk.sign_in': 'signed in',
  'desk.sign_in_refused': 'was refused at sign-in',
  'desk.sign_out': 'signed out',
  'desk.issue_token': 'issued a token for the hub command',
  'desk.revoke_token': 'revoked a token of the hub command',
  'door.link': "had a sign-in link made for a shop's door",
  'door.sign_in': "signed in at the shop's door",
  'door.sign_out': "signed out at the shop's door",
  'door.issue_token': "issued a token at the shop's door",
  'door.revoke_token': "revoked a token at the shop's door",
  'door.reveal': "looked at the customer's data at the shop's door",
} as const;

export type ChangingActionName = keyof typeof CHANGING_ACTIONS | keyof typeof CHANGING;
export type OtherActionName = keyof typeof OTHER_ACTIONS | keyof typeof OTHERS;

const LABELS: Readonly<Record<string, string>> = {
  ...CHANGING_ACTIONS,
  ...CHANGING,
  ...OTHER_ACTIONS,
  ...OTHERS,
};

/** Every kind of action with its label. */
export const ACTION_LABELS: readonly (readonly [action: string, label: string])[] = Object.entries(LABELS);
/** What an actor did, such as `ended the hold`; an unknown name in plain letters. */
export function describeAction(action: string): string {
  return LABELS[action] ?? action.replaceAll(/[._]/g, ' ');
}

/** What a member of support did, such as `ada (agent) ended the hold`. */
export function actionText({ actor, action }: { actor: string; action: string }): string {
  const [role, ...name] = actor.split(':');
  const who = name.length > 0 ? `${name.join(':')} (${role ?? ''})` : actor;
  return `${who} ${describeAction(action)}`;
}
