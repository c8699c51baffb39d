import type { CatalogueFault } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';

/** Faults by page, product, variant and field; never the value. */
export function FaultsTable({ faults }: { faults: readonly CatalogueFault[] }) {
  return (
    <Scroll label="Faults of the catalogue">
      <table class="tight">
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
              <td class="number">{fault.page}</td>
              <td>{fault.productId ?? <span class="soft">none</span>}</td>
              <td>{fault.variantId ?? <span class="soft">none</span>}</td>
              <td>
                <code>{fault.field}</code>
              </td>
              <td>{fault.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
