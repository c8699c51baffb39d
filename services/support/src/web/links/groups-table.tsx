import type { ListedLinkGroup } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { Scroll } from '../layout/scroll';
import { ShopLink } from '../layout/shop-link';
import { percent } from './link-labels';
import { LINKS } from './read-link-query';
import { TickAll } from './tick-all';

/** Two products in a row, with the number of their variant pairs. */
export function GroupsTable({
  groups,
  choosable,
}: {
  groups: readonly ListedLinkGroup[];
  choosable: boolean;
}) {
  return (
    <Scroll label="Proposed links by product">
      <table class="rows">
        {choosable && <TickAll />}
        <thead>
          <tr>
            {choosable && <th scope="col">Choose</th>}
            <th scope="col">Product</th>
            <th scope="col">May be the same as</th>
            <th scope="col" class="number">
              Pairs
            </th>
            <th scope="col" class="number">
              Of them sure
            </th>
            <th scope="col" class="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row group={group} choosable={choosable} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({ group, choosable }: { group: ListedLinkGroup; choosable: boolean }) {
  const { id, a, b, pairs, sure, lowest, best } = group;
  const [from, to] = [percent(lowest), percent(best)];
  return (
    <tr>
      {choosable && (
        <td data-label="Choose">
          <label class="tick">
            <input type="checkbox" name="groups" value={id} aria-label={`Tick ${a.title ?? 'this group'}`} />
          </label>
        </td>
      )}
      <th scope="row" data-label="Product">
        <Product product={a} href={`${LINKS}/${id}`} />
      </th>
      <td data-label="May be the same as">
        <Product product={b} />
      </td>
      <td class="number" data-label="Pairs">
        {figure(pairs)}
      </td>
      <td class="number" data-label="Of them sure">
        {figure(sure)}
      </td>
      <td class="number" data-label="Score">
        {from === to ? to : `${from} to ${to}`}
      </td>
    </tr>
  );
}

function Product({ product, href }: { product: ListedLinkGroup['a']; href?: string }) {
  const { title, brand, shop, shopName } = product;
  const name = title ?? 'not offered any more';
  return (
    <div>
      <div>{href === undefined ? name : <a href={href}>{name}</a>}</div>
      <small>
        {brand !== null && `${brand}, `}
        <ShopLink shop={shop} name={shopName} />
      </small>
    </div>
  );
}
