import { redactFields } from '@hub/runtime';
import { auditLabel, auditValue } from '../words/audit-labels';
import type { RecordedChange } from '../engine/recorded-change';

/** The details of a trail entry, such as a note. Data that is personal by its form is left out, in case a person wrote it (D29). */
export function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return '';
  const words = Object.entries(redactFields(Object.fromEntries(Object.entries(detail)))).map(
    ([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return name === 'note' ? `“${text}”` : `${auditLabel(name)}: ${text}`;
    },
  );
  return words.join(', ');
}

/** What an action changed, such as `band km: 50 → 80`; data that is personal by its form is left out here too. */
export function changeText(changes: readonly RecordedChange[] | null): string[] {
  return (changes ?? []).map((change) => {
    const field = auditLabel(change.field);
    if ('changed' in change) return `${field}: changed`;
    const { before, after } = redactFields({ before: change.before, after: change.after });
    const words = (fact: unknown): string => auditValue(change.field, factText(fact));
    return `${field}: ${words(before)} → ${words(after)}`;
  });
}

function factText(fact: unknown): string {
  if (fact === null || fact === '') return 'none';
  return typeof fact === 'string' ? fact : JSON.stringify(fact);
}
