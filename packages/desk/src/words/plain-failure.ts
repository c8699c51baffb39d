const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^(put off|postponed): /, 'deferred: '],
  [/\bcircuit_open\b/, 'the store does not answer'],
  [/\bbulkhead_full\b/, 'many calls to the store are under way'],
  [/\blong_wait\b/, 'the store asks for a longer wait'],
  [/\bcalls to the store are held\b/, 'calls to the store are suspended'],
  [/\bcapability_off\b/, 'the capability is off'],
];

/** What a worker recorded, without internal names. */
export function plainFailure(failure: string): string {
  return PLAIN.reduce((text, [name, label]) => text.replace(name, label), failure);
}
