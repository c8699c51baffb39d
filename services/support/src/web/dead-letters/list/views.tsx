import { addressOf, type ListFilter } from '../read-filter';

export const LIST = '/dead-letters';
export const CAUSES = '/dead-letters/causes';
export const RUNS = '/dead-letters/runs';

/** The two views of failed messages, with the same filter. */
export function Views({ filter, current }: { filter: ListFilter; current: 'letters' | 'causes' }) {
  return (
    <nav aria-label="Ways to look" class="tabs">
      <a href={addressOf(LIST, filter)} aria-current={current === 'letters' ? 'page' : undefined}>
        One by one
      </a>
      <a href={addressOf(CAUSES, filter)} aria-current={current === 'causes' ? 'page' : undefined}>
        By cause
      </a>
      <a href={RUNS}>Bulk runs</a>
    </nav>
  );
}
