import type { ShownLabRun } from '@hub/desk/routing/lab';
import { amount, counted, figure, whyLabel } from '@hub/desk/words';
import { Scroll } from '../../layout/scroll';
import { PairedBars } from './paired-bars';

interface Measure {
  name: string;
  was: number;
  becomes: number;
}

/** Parcels, kilometres and waiting lines, as decided and under the other policy. */
export function SideBySide({ run }: { run: ShownLabRun }) {
  const { was, becomes, withKm, compared, lines, moved, movedOrders, why } = run.figures;
  const before = run.against === null ? 'As decided' : 'Compared with';
  const shopsOf = (side: 'was' | 'becomes') => run.shops.filter(({ orders }) => orders[side] > 0).length;
  const measures: Measure[] = [
    { name: 'Parcels', was: was.parcels, becomes: becomes.parcels },
    { name: 'Kilometres', was: Math.round(was.km), becomes: Math.round(becomes.km) },
    { name: 'Shops', was: shopsOf('was'), becomes: shopsOf('becomes') },
    { name: 'Lines that wait', was: was.waiting, becomes: becomes.waiting },
  ];
  return (
    <section aria-labelledby="side-by-side">
      <h2 id="side-by-side">Side by side</h2>
      <p>
        {figure(moved)} of {figure(lines)} lines go to another shop, or to none: of {figure(movedOrders)} of
        the {figure(compared)} decisions.
      </p>
      {moved > 0 && (
        <ul>
          {Object.entries(why)
            .toSorted(([, one], [, other]) => other - one)
            .map(([name, count]) => (
              <li>
                {counted(count, 'line')}: {whyLabel(name)}
              </li>
            ))}
        </ul>
      )}
      <Scroll label="Table of measures">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" class="number">
                {before}
              </th>
              <th scope="col" class="number">
                Under {run.name}
              </th>
              <th scope="col" class="number">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr>
                <th scope="row">{measure.name}</th>
                <td class="number" data-label={before}>
                  {figure(measure.was)}
                </td>
                <td class="number" data-label={`Under ${run.name}`}>
                  {figure(measure.becomes)}
                </td>
                <td class="number" data-label="Difference">
                  {difference(measure)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {withKm < compared && (
        <p class="soft">
          The kilometres are those of {figure(withKm)} of the {figure(compared)} decisions: of the others not
          every distance is known.
        </p>
      )}
      <div class="pair">
        {measures.map(({ name, ...values }) => (
          <PairedBars title={name} other={run.name} {...values} />
        ))}
      </div>
    </section>
  );
}

function difference({ was, becomes }: Measure): string {
  const by = becomes - was;
  const sign = by > 0 ? '+' : by < 0 ? '−' : '';
  const share = was === 0 || by === 0 ? '' : ` (${sign}${amount(((Math.abs(by) / was) * 100).toFixed(1))} %)`;
  return `${sign}${figure(Math.abs(by))}${share}`;
}
