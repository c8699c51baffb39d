import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Time } from './time';

/** The shops that have paused shipping (D38), each with the end of its pause. */
export const PausedShops = createContext<ReadonlyMap<string, Date>>(new Map());

/** A link to the page of a shop. */
export function ShopLink({ shop, name }: { shop: string; name: string }) {
  return (
    <>
      <a href={`/shops/${shop}`}>{name}</a>
      <PauseMark shop={shop} />
    </>
  );
}

/** Until when a shop has paused shipping, beside its name. */
export function PauseMark({ shop }: { shop: string | undefined }) {
  const until = useContext(PausedShops).get(shop ?? '');
  if (until === undefined) return null;
  return (
    <small>
      {' '}
      has paused shipping until <Time at={until} />
    </small>
  );
}
