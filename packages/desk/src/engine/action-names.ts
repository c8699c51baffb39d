/** Actions that change a setting, or a state that only people change, and what they did, for people: each is recorded with its change. */
const CHANGING = {
  'order.end_hold': 'ended the hold',
  'order.correct_address': 'corrected the address',
  'order.close_line': 'closed a line as unfulfillable',
  'package.correct': 'corrected the tracking of a package',
  'order.promise': 'recorded by which day the shop ships',
  'return.release': 'released a return',
  'return.close': 'closed a return without notifying the selling shop',
  'stock.lift_block': 'lifted a block on stock',
  'link.decide': 'decided whether two variants are one article',
  'store.resume_calls': 'resumed calls to the store',
  'store.take_token_back': 'took a bearer token back for the shop',
  'shop.apply': 'applied a sheet',
  'shop.remove': 'removed a shop from the network',
  'shop.pause': 'paused the shipping of a shop',
  'shop.unpause': 'ended a pause of shipping',
  'golive.confirm': 'confirmed what was rehearsed',
  'golive.overrule': 'overruled a failed check of going live',
  'golive.sign_off': 'signed a shop off',
  'routing_policy.adopt': 'adopted a routing policy',
  'routing_policy.withdraw': 'withdrew a routing policy before it held',
  'case.take': 'took a case',
  'case.hand_over': 'handed a case over',
  'case.release': 'gave a case back',
  'case.snooze': 'snoozed a case',
  'case.wake': 'ended the snooze of a case',
  'case.link': 'linked a case to a ticket',
  'case.close': 'closed a case',
  'case.reopen': 'opened a closed case again',
  'environment.change': 'changed what the installation is for',
  'door.set_bearer_token': "set a new bearer token at the shop's door",
  'door.take_token_back': "took a bearer token back at the shop's door",
  'door.pause': "paused the shop's shipping at its door",
  'door.unpause': "ended the shop's own pause at its door",
  'vat.set': 'set a VAT rate',
} as const;

/** Views, and actions that request work or whose name says all that they change. */
const OTHERS = {
  'dead_letter.replay': 'replayed a failed message',
  'dead_letter.discard': 'discarded a failed message',
  'dead_letter.restore': 'restored a failed message',
  'dead_letter.reveal': 'looked at the personal data of a failed message',
  'dead_letter.edit': 'edited a failed message',
  'dead_letter.revert_edit': 'took back an edit of a failed message',
  'bulk_run.replay': 'replayed many failed messages',
  'bulk_run.discard': 'discarded many failed messages',
  'bulk_run.restore': 'restored many failed messages',
  'bulk_run.pause': 'paused a bulk run',
  'bulk_run.resume': 'resumed a bulk run',
  'bulk_run.stop': 'stopped a bulk run',
  'event.reveal': 'looked at the personal data of an event',
  'work.resume': 'resumed work that was given up',
  'order.search_by_email': 'searched orders by an e-mail address',
  'order.reveal': "looked at the customer's data",
  'order.reroute': 'gave a shipping order to another shop',
  'order.settle_has': 'settled by the word of the shop: it has the shipping order',
  'order.settle_has_not': 'settled by the word of the shop: it does not have the shipping order',
  'order.settle_stopped': 'settled by the word of the shop: it stopped the shipping order',
  'order.settle_shipped': 'settled by the word of the shop: it had shipped the shipping order',
  'order.end_rest': 'recorded that the rest of a partly shipped order will not ship',
  'order.remind': 'reminded the shop of the order',
  'order.try_now': 'had the waiting calls of the order made at once',
  'order.take_back': 'took the order back from its shop',
  'order.close_event': 'closed a refused event of the order',
  'order.ask_again': 'had a shop asked again that a line was not to go to any more',
  'event.send': 'sent an event for a shop',
  'store.test_token': 'tested the bearer token of a shop',
  'shop.mail_bounced': 'recorded that a mail to the shop came back',
  'shop.overrule': 'overruled: switched a shop off with work open',
  'shop.try_now': 'had the waiting calls to the shop made at once',
  'shop.reroute': 'gave what stands at a shop to other shops',
  'golive.rehearse': 'rehearsed a shop',
  'golive.answer_task': 'answered what a rehearsal asked',
  'golive.end_rehearsal': 'ended a rehearsal early',
  'catalogue.pull': 'had a catalogue read',
  'catalogue.accept': 'accepted a catalogue that retires most of its shop',
  'routing_lab.start': 'tried another routing policy on stored decisions',
  'routing_lab.stop': 'stopped a trial of another routing policy',
  'alert.take': 'took an alert',
  'alert.resolve': 'resolved an alert',
  'case.note': 'wrote a note on a case',
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
  'door.cannot_ship': "said at the shop's door that the shop does not ship an order",
  'door.read_catalogue': "had the catalogue read again at the shop's door",
  'door.test_token': "tested the bearer token at the shop's door",
  'door.send_test_event': "sent a test event at the shop's door",
} as const;

export type ChangingActionName = keyof typeof CHANGING;
export type OtherActionName = keyof typeof OTHERS;
/** What people can do; each is recorded under its name. */
export type SupportActionName = ChangingActionName | OtherActionName;

const LABELS: Readonly<Record<string, string>> = { ...CHANGING, ...OTHERS };

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
