import type { CatalogueFault } from '@hub/desk/shops';
import { Scroll } from '../layout/scroll';

/** Faults by page, product, variant and field; never the value. */
export function FaultsTable({ faults }: { faults: readonly CatalogueFault[] }) {
  return (
    <Scroll label="Faults of the catalogue">
      <table class="tight rows">
        <thead>
          <tr>
            <th scope="col" class="number">
              Page
            </th>
            <th scope="col">Product</th>
            <th scope="col">Variant</th>
            <th scope="col">Field</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr>
              <td class="number" data-label="Page">
                {fault.page}
              </td>
              <td data-label="Product">{fault.productId ?? <span class="soft">none</span>}</td>
              <td data-label="Variant">{fault.variantId ?? <span class="soft">none</span>}</td>
              <td data-label="Field">
                <code>{fault.field}</code>
              </td>
              <td data-label="What is wrong">{fault.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
