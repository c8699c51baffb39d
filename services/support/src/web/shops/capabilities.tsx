import { modeText, type ShopHealth } from '@hub/desk/shops';
import { State } from '../layout/state';
import { CAPABILITIES } from './capability-labels';

/** The capabilities between the hub and the shop, in the order in which they go live. */
export function Capabilities({ shop }: { shop: ShopHealth }) {
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">Capabilities</h2>
      <ul class="cards tight">
        {CAPABILITIES.map(({ capability, name, means }) => (
          <li class="panel">
            <strong>{name}</strong> <State {...modeText(shop.capabilities[capability])} />
            <br />
            <small>{means}</small>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/shops/${shop.shop}/golive`}>Going live: rehearsals, confirmations, sign-off</a>
      </p>
    </section>
  );
}
