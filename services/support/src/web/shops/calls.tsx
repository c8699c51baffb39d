import { operationName } from '@hub/desk/calls';
import { type ShopHealth, rateText } from '@hub/desk/shops';
import { Scroll } from '../layout/scroll';

/** Calls to the store in the last hour, and how many of them failed. */
export function Calls({ shop: { lastHour } }: { shop: ShopHealth }) {
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">Calls to its store, last hour</h2>
      {lastHour.calls === 0 ? (
        <p class="soft">No calls: there was nothing to send.</p>
      ) : (
        <Scroll label="Calls by operation">
          <table class="slim">
            <thead>
              <tr>
                <th scope="col">What for</th>
                <th scope="col" class="number">
                  Calls
                </th>
                <th scope="col" class="number">
                  Not confirmed
                </th>
                <th scope="col" class="number">
                  Error rate
                </th>
              </tr>
            </thead>
            <tbody>
              {lastHour.operations.map((row) => (
                <tr>
                  <th scope="row">{operationName(row.operation)}</th>
                  <Figures {...row} />
                </tr>
              ))}
            </tbody>
            {lastHour.operations.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">Together</th>
                  <Figures {...lastHour} />
                </tr>
              </tfoot>
            )}
          </table>
        </Scroll>
      )}
    </section>
  );
}

function Figures({ calls, failures, errorRate }: { calls: number; failures: number; errorRate: number }) {
  return (
    <>
      <td class="number">{calls}</td>
      <td class="number">{failures}</td>
      <td class={failures > 0 ? 'number bad' : 'number'}>{rateText(errorRate)}</td>
    </>
  );
}
