import { figure } from '@hub/desk/words';
import type { ComponentChildren } from 'preact';
import { Time } from '../layout/time';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { barsPath, ceilingOf, linePath, PLOT, stack } from './geometry';

export interface Series {
  name: string;
  /** One for each step; null: no value. */
  values: readonly (number | null)[];
  /** Its meaning, which has a colour of its own. By default the position decides the colour. */
  tone?: 'good' | 'bad' | 'rest';
}

export interface ChartProps<Row> {
  id: string;
  title: string;
  /** The unit of the values, such as `orders an hour`. */
  unit: string;
  /** Beginning of each step, ms since the epoch. */
  steps: readonly number[];
  step: 'hour' | 'day';
  series: readonly Series[];
  /** `bars` are stacked, `steps` too but without gaps; `lines` each start from 0. */
  kind: 'bars' | 'steps' | 'lines';
  /** The same data as a table, and the address of its file. */
  table: { columns: readonly Column<Row>[]; rows: readonly Row[]; href: string };
  children?: ComponentChildren;
}

/** A chart over time: drawn here, described as text for people who do not see it, and as a table and file. */
export function Chart<Row>(props: ChartProps<Row>) {
  const { id, title, unit, series, table, children } = props;
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  return (
    <figure class="chart panel" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2> <small>{unit}</small>
      </figcaption>
      {isEmpty ? <p class="soft">Nothing in this time.</p> : <Plot {...props} />}
      {children}
      <AsTable label={title} {...table} />
    </figure>
  );
}

/** The data of a picture, as a collapsed table and as a file. */
export function AsTable<Row>({ label, columns, rows, href }: ChartProps<Row>['table'] & { label: string }) {
  return (
    <details>
      <summary>As a table</summary>
      <p>
        <a href={href}>As CSV</a>
      </p>
      <DataTable label={`${label}, as a table`} columns={columns} rows={rows} />
    </details>
  );
}

function Plot<Row>({ id, title, unit, steps, step, series, kind }: ChartProps<Row>) {
  const numbers = series.map(({ values }) => values.map((value) => value ?? 0));
  const sums = stack(numbers);
  const most = Math.max(0, ...(kind === 'lines' ? numbers.flat() : (sums.at(-1) ?? [])));
  const ceiling = ceilingOf(most);
  const last = steps.at(-1) ?? 0;
  return (
    <>
      <Legend series={series} kind={kind} />
      <div class="plot">
        <span class="soft most">{figure(ceiling)}</span>
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
          preserveAspectRatio="none"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{describe(series, { unit, most })}</desc>
          {[0, 0.5, 1].map((share) => (
            <line class="grid" x1="0" x2={PLOT.width} y1={share * PLOT.height} y2={share * PLOT.height} />
          ))}
          {series.map(({ values, tone }, index) => {
            const tint = tintOf(tone, index);
            return kind === 'lines' ? (
              <path class={`line ${tint}`} d={linePath(values, ceiling)} />
            ) : (
              <path
                class={tint}
                d={barsPath(numbers[index] ?? [], sums[index] ?? [], {
                  ceiling,
                  gap: kind === 'bars' ? 0.2 : 0,
                })}
              />
            );
          })}
        </svg>
        <p class="axis soft">
          <Tick at={steps[0] ?? 0} step={step} />
          <span>
            <Tick at={last} step={step} />, still under way
          </span>
        </p>
      </div>
    </>
  );
}

/** Days are UTC days, so that they are not converted to another zone. */
function Tick({ at, step }: { at: number; step: 'hour' | 'day' }) {
  const date = new Date(at);
  return step === 'day' ? <span>{date.toISOString().slice(0, 10)} (UTC)</span> : <Time at={date} />;
}

function Legend({ series, kind }: { series: readonly Series[]; kind: string }) {
  return (
    <ul class="legend plain">
      {series.map(({ name, tone, values }, index) => {
        const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
        return (
          <li>
            <svg class="key" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={tintOf(tone, index)} width="10" height="10" />
            </svg>{' '}
            {name}
            {kind === 'bars' && <> {figure(sum)}</>}
          </li>
        );
      })}
    </ul>
  );
}

/** Its colour, as a class of the style sheet. */
export function tintOf(tone: Series['tone'], index: number): string {
  return `tint-${tone ?? (index % 8) + 1}`;
}

function describe(series: readonly Series[], { unit, most }: { unit: string; most: number }): string {
  const names = series.map(({ name }) => name).join(', ');
  return `${names}: ${unit}, at most ${figure(Math.round(most))}. The table below has every value.`;
}
