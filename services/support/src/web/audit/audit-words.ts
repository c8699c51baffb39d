import { redactFields } from '@hub/runtime';

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
