const DEEDS: Readonly<Record<string, string>> = {
  'work.resume': 'took up again what was given up',
  'order.reveal': "looked at the customer's data",
  'order.reroute': 'gave a shipping order to another shop',
  'order.reroute_confirmed': 'overruled: gave a shipping order to another shop, on the word of its own',
  'order.close_line': 'closed a line as unfulfillable',
  'order.end_hold': 'ended the hold',
  'order.correct_address': 'corrected the address',
  'return.release': 'released a return',
  'alert.take': 'took an alert',
  'alert.resolve': 'resolved an alert',
  'dead_letter.replay': 'replayed a dead letter',
  'dead_letter.discard': 'discarded a dead letter',
  'dead_letter.restore': 'restored a dead letter',
  'dead_letter.reveal': 'looked into a dead letter',
  'dead_letter.edit': 'edited a dead letter',
  'dead_letter.revert_edit': 'took back an edit of a dead letter',
};

/** What somebody of support did, such as `ada (agent) ended the hold`. Pure. */
export function actionWords({ actor, action }: { actor: string; action: string }): string {
  const [role, ...name] = actor.split(':');
  const who = name.length > 0 ? `${name.join(':')} (${role ?? ''})` : actor;
  return `${who} ${DEEDS[action] ?? action.replaceAll(/[._]/g, ' ')}`;
}
