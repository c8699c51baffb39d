import type { SelectionForecast } from '@hub/desk/messages';
import { figure } from '@hub/desk/words';
import { Scroll } from '../../layout/scroll';
import { State } from '../../layout/state';
import { EFFECTS } from '../texts';

/** The effects of replaying a set, counted, with a few samples of each. */
export function Forecast({ forecast }: { forecast: SelectionForecast }) {
  const { total, lookedAt, kinds } = forecast;
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">What a replay would do now</h2>
      {lookedAt < total && (
        <p class="warning">
          {figure(lookedAt)} of {figure(total)} messages were looked at, spread evenly over them; the others
          may differ.
        </p>
      )}
      <Scroll label="Forecast, counted">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col" class="number">
                Messages
              </th>
              <th scope="col">A replay</th>
              <th scope="col">What happens</th>
              <th scope="col">Such as</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ effect, says, count, samples }) => (
              <tr>
                <td class="number" data-label="Messages">
                  {figure(count)}
                </td>
                <td data-label="A replay">
                  <State {...EFFECTS[effect]} />
                </td>
                <th scope="row" class="says" data-label="What happens">
                  {says}
                </th>
                <td class="samples" data-label="Such as">
                  {samples.map((id) => (
                    <a href={`/dead-letters/${id}`}>
                      <code>{id.slice(0, 8)}</code>
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
