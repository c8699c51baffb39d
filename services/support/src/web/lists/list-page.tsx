import {
  listAddress,
  type Asked,
  type Count,
  type List,
  type ListLink,
  type ListNotice,
  type ListPart,
  type ListRow,
  type ListSummary,
} from '@hub/desk/engine';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Choice, Field, FilterForm, Select, TextField } from '../layout/filter-form';
import { Live } from '../layout/live';
import { Newer } from '../layout/newer';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { ListEnd } from './list-end';
import { HiddenFields, ListTable } from './list-table';
import type { NamedShop } from './shop-names';

export interface ListPageProps {
  list: List;
  /** The list whose rows it shows: another one until a filter is given that the list needs. */
  shown: List;
  asked: Asked;
  /** Where this part of the list begins; undefined: at its top. */
  after: string | undefined;
  found: ListPart;
  notices: readonly ListNotice[];
  summaries: readonly ListSummary[];
  /** Links to the same list elsewhere. */
  beside: readonly ListLink[];
  /** How many fit; null: the list does not count them. */
  total: number | null;
  counts: readonly Count[];
  shops: readonly NamedShop[];
  views: ListOfViews;
  viewer: Viewer;
}

/** A page of a list, from its definition alone. */
export function ListPage(props: ListPageProps) {
  const { list, shown, asked, after, found, notices, total, counts, shops, views, viewer } = props;
  const { summaries, beside } = props;
  const { path, title, about, explained } = list;
  const { noun, calm } = shown;
  const { rows, next, top, lookedUntil } = found;
  const isTop = after === undefined;
  const isCalm = rows.length === 0 && calm !== undefined && Object.keys(asked).length === 0;
  const content = isCalm ? (
    <p class="panel calm">
      <strong>{calm}</strong>
    </p>
  ) : (
    <>
      {shown !== list && (
        <>
          <h2>{shown.title}</h2>
          <p class="soft">{shown.about}</p>
        </>
      )}
      {rows.length > 0 && <Rows {...props} rows={rows} />}
      <ListEnd
        top={isTop ? null : listAddress(shown.path, asked)}
        next={next && listAddress(shown.path, { ...asked, after: next })}
        lookedUntil={lookedUntil}
        count={rows.length}
        total={total}
        wider={widerThan(list, asked)}
        one={noun}
      />
    </>
  );
  return (
    <>
      <h1>{title}</h1>
      <p class="soft">{about}</p>
      {explained && (
        <details>
          <summary>{explained.title}</summary>
          <p>{explained.text}</p>
        </details>
      )}
      <Links list={list} asked={asked} viewer={viewer} />
      {beside.length > 0 && (
        <p class="actions">
          {beside.map(({ text, href }) => (
            <a href={href}>{text}</a>
          ))}
        </p>
      )}
      {notices.map((notice) => (
        <p class={notice.tone === undefined ? 'panel' : `panel trouble ${notice.tone}`}>
          <strong>{notice.title}</strong> {notice.text}
        </p>
      ))}
      {counts.length > 0 && <Counts list={list} asked={asked} counts={counts} />}
      <Filters list={list} asked={asked} shops={shops} />
      <ViewBar {...views} />
      {summaries.map((summary) => (
        <Summary {...summary} />
      ))}
      {isTop && top !== null && asked['sort'] === undefined && (
        <Newer
          href={listAddress(`${path}/newer`, { ...asked, top })}
          list={listAddress(path, asked)}
          count={0}
          one={noun}
        />
      )}
      {list.isLive && isTop ? (
        <Live id="rows" href={listAddress(path, asked)}>
          {content}
        </Live>
      ) : (
        content
      )}
    </>
  );
}

function Links({ list, asked, viewer }: Pick<ListPageProps, 'list' | 'asked' | 'viewer'>) {
  const links = (list.links ?? []).filter(({ role }) => role === undefined || may(viewer, role));
  if (links.length === 0) return null;
  return (
    <p class="actions">
      {links.map(({ text, href, keeps = [] }) => (
        <a href={listAddress(href, Object.fromEntries(keeps.map((name) => [name, asked[name]])))}>{text}</a>
      ))}
    </p>
  );
}

function Summary({ title, figures }: ListSummary) {
  return (
    <>
      <h2>{title}</h2>
      <dl class="strip">
        {figures.map(([label, text]) => (
          <div>
            <dt>{label}</dt>
            <dd class="figure">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** How many there are of each kind: the figures refresh themselves, the list does not move. */
export function Counts({ list, asked, counts }: Pick<ListPageProps, 'list' | 'asked' | 'counts'>) {
  return (
    <Live id="counts" href={listAddress(`${list.path}/counts`, asked)}>
      <dl class="counts">
        {counts.map(({ label, count, tone, filter }) => (
          <div class={count > 0 ? tone : 'quiet'}>
            <dt>
              <a href={listAddress(list.path, { ...asked, ...filter })}>{label}</a>
            </dt>
            <dd class="figure">{count}</dd>
          </div>
        ))}
      </dl>
    </Live>
  );
}

/** The same with rows of any state, if the filter narrows to one. */
function widerThan({ path, filters }: List, asked: Asked): { text: string; href: string } | undefined {
  const { field } = filters['state'] ?? {};
  if (field?.kind !== 'choice' || asked['state'] === 'any') return undefined;
  if (field.choices.every(([value]) => value !== 'any')) return undefined;
  return { text: 'Look in all states', href: listAddress(path, { ...asked, state: 'any' }) };
}

export interface RowsProps extends Pick<ListPageProps, 'shown' | 'asked' | 'total' | 'viewer'> {
  rows: readonly ListRow[];
  /** Where a form goes back to, if that is another page than the list's own. */
  back?: string;
}

/** Rows of a list, with the form that acts on the ticked ones. */
export function Rows({ shown, asked, total, rows, viewer, back }: RowsProps) {
  const { path, title, columns, ticks } = shown;
  const table = { label: title, columns, rows, viewer };
  if (ticks === null) return <ListTable {...table} />;
  if (!may(viewer, ticks.role))
    return (
      <>
        <ListTable {...table} />
        <p class="soft">{ticks.otherwise}</p>
      </>
    );
  const { name = 'ids', field = 'action', all, sendsFilter } = ticks;
  const buttons = typeof ticks.buttons === 'function' ? ticks.buttons(asked) : ticks.buttons;
  const forAll = all && total !== null ? [[all.value, all.label(total)] as const] : [];
  return (
    <ActionForm action={ticks.path} label={ticks.label}>
      <HiddenFields
        fields={{ ...(sendsFilter && { ...asked, sort: undefined }), back: back ?? listAddress(path, asked) }}
      />
      <ListTable {...table} ticks={name} />
      <div class="actions choose">
        {[...buttons, ...forAll].map(([value, label], index) => (
          <button type="submit" name={field} value={value} class={index > 0 ? 'quiet' : undefined}>
            {label}
          </button>
        ))}
        <span class="soft">{ticks.says}</span>
      </div>
    </ActionForm>
  );
}

const INPUTS = { moment: 'datetime-local', day: 'date', month: 'month' } as const;

function Filters({ list, asked, shops }: Pick<ListPageProps, 'list' | 'asked' | 'shops'>) {
  const shopChoices = shops.map(({ slug, name }) => [slug, name] as const);
  return (
    <FilterForm action={list.path} label={list.title} asked={asked}>
      {Object.entries(list.filters).map(([id, { label, field }]) => {
        const of = { id, label, value: asked[id] };
        switch (field.kind) {
          case 'text':
            return <TextField {...of} offers={field.offers} />;
          case 'shop':
            return <Choice {...of} choices={shopChoices} />;
          case 'choice':
            if (field.usual === undefined) return <Choice {...of} choices={field.choices} />;
            return <Select {...of} value={of.value ?? field.usual} choices={field.choices} />;
          case 'moment':
          case 'day':
          case 'month':
            return (
              <Field id={id} label={label}>
                <input id={id} name={id} type={INPUTS[field.kind]} value={of.value} />
              </Field>
            );
        }
      })}
      {list.sorts.length > 0 && (
        <Select
          id="sort"
          label="Sort"
          value={asked['sort'] ?? ''}
          choices={[['', list.usualSort], ...list.sorts]}
        />
      )}
    </FilterForm>
  );
}
