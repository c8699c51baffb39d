import type { OutOfSyncQuantity, ShopHealth } from '@hub/desk/shops';
import { figure } from '@hub/desk/words';
import { Scroll } from '../layout/scroll';
import { Time } from '../layout/time';

export interface OutOfSyncProps {
  shop: ShopHealth;
  /** Those out of sync the longest. */
  quantities: readonly OutOfSyncQuantity[];
  now: number;
}

/** Network quantities where the store shows another value than the target (D10): each is written again every sync cycle. */
export function OutOfSync({ shop, quantities, now }: OutOfSyncProps) {
  const { count } = shop.outOfSync;
  return (
    <section aria-labelledby="out-of-step">
      <h2 id="out-of-step">Network quantities out of sync</h2>
      {count === 0 ? (
        <p class="soft">None: its store shows what the network has.</p>
      ) : (
        <>
          <Quantities quantities={quantities} now={now} />
          {count > quantities.length && (
            <p class="soft">
              These are the {quantities.length} that have been out of sync the longest, of {figure(count)}{' '}
              quantities.
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Quantities({ quantities, now }: Pick<OutOfSyncProps, 'quantities' | 'now'>) {
  return (
    <Scroll label="Table of quantities out of sync">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col" class="number">
              Target
            </th>
            <th scope="col" class="number">
              Store shows
            </th>
            <th scope="col">Since</th>
            <th scope="col" class="number">
              Failed writes
            </th>
            <th scope="col">Last failure</th>
          </tr>
        </thead>
        <tbody>
          {quantities.map((one) => (
            <tr>
              <th scope="row" data-label="Variant">
                <code>{one.variantId}</code>
              </th>
              <td class="number" data-label="Target">
                {one.target}
              </td>
              <td class="number" data-label="Store shows">
                {one.reported ?? 'unknown'}
              </td>
              <td data-label="Since">
                <Time at={one.since} since={now} />
              </td>
              <td class="number" data-label="Failed writes">
                {one.failures}
              </td>
              <td data-label="Last failure">{one.lastFailure ?? <span class="soft">none</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
