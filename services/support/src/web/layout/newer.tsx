import { Live } from './live';

/** So many are counted at the most: whether there are more says nothing more. */
export const NEWER_COUNTED = 100;
const EVERY_SECONDS = 10;

export interface NewerProps {
  /** Where the count is read. */
  href: string;
  /** The list from its top. */
  list: string;
  /** At most `NEWER_COUNTED`. */
  count: number;
}

/** Says that something came, and leaves the list alone: nothing changes under somebody's pointer. */
export function Newer({ href, list, count }: NewerProps) {
  return (
    <Live id="newer" href={href} seconds={EVERY_SECONDS}>
      <div role="status">
        {count > 0 && (
          <p class="newer">
            {count >= NEWER_COUNTED ? `${NEWER_COUNTED - 1}+` : count} newer: <a href={list}>show them</a>
          </p>
        )}
      </div>
    </Live>
  );
}
