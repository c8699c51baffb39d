import {
  ListFault,
  type Asked,
  type List,
  type ListPart,
  type ListRow,
  type Looking,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { Choice, Field, FilterForm, Select, TextField } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import { Live } from '../layout/live';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { viewsOfList } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { ListEnd } from './list-end';
import { columnOf, ListTable } from './list-table';
import { CSV_PAGE, sendCsv, type CsvPage } from './send-csv';
import { shopNames, type NamedShop } from './shop-names';

/** The page of each list, and beside it its file. */
export function listRoutes(desk: Desk, lists: readonly List[]): Router {
  const router = Router();
  for (const list of lists) addList(router, desk, list);
  return router;
}

function addList(router: Router, desk: Desk, list: List): void {
  const { path, title, section } = list;
  router.get(path, async (request, response) => {
    const content = await asPage(async () => <ListPage {...await pageOf(desk, list, request)} />);
    sendPage(request, response, { title, section: section, content });
  });
  router.get(`${path}.csv`, async (request, response) => {
    const looking = lookingOf(desk, request);
    const first = await asPage(async () => fileOf(list, { looking, asked: askedOf(list, request).asked }));
    await sendCsv(response, { name: list.file, columns: list.columns.map(columnOf), first });
  });
}

interface Shown {
  list: List;
  asked: Asked;
  after: string | undefined;
  found: ListPart;
  shops: readonly NamedShop[];
  views: Parameters<typeof ViewBar>[0];
}

async function pageOf(desk: Desk, list: List, request: Request): Promise<Shown> {
  const { asked, after } = askedOf(list, request);
  const [found, shops, views] = await Promise.all([
    list.find(lookingOf(desk, request), asked, { after, limit: list.pageSize }),
    shopNames(desk.db),
    viewsOfList(desk.db, { page: list.path, viewer: viewerOf(request), asked }),
  ]);
  return { list, asked, after, found, shops, views };
}

async function fileOf(
  list: List,
  query: { looking: Looking; asked: Asked; after?: string },
): Promise<CsvPage<ListRow>> {
  const { looking, asked, after } = query;
  const { rows, next } = await list.find(looking, asked, { after, limit: CSV_PAGE });
  return { rows, next: next === null ? null : () => fileOf(list, { looking, asked, after: next }) };
}

function ListPage({ list, asked, after, found, shops, views }: Shown) {
  const { path, title, noun, about, calm } = list;
  const { rows, next, lookedUntil } = found;
  const table = rows.length > 0 && <ListTable label={title} columns={list.columns} rows={rows} />;
  const isCalm = rows.length === 0 && calm !== undefined && Object.keys(asked).length === 0;
  return (
    <>
      <h1>{title}</h1>
      <p class="soft">{about}</p>
      <Filters list={list} asked={asked} shops={shops} />
      <ViewBar {...views} />
      {isCalm ? (
        <p class="panel calm">
          <strong>{calm}</strong>
        </p>
      ) : (
        <>
          {list.isLive && after === undefined ? (
            <Live id="rows" href={listAddress(path, asked)}>
              {table}
            </Live>
          ) : (
            table
          )}
          <ListEnd
            top={after === undefined ? null : listAddress(path, asked)}
            next={next && listAddress(path, { ...asked, after: next })}
            lookedUntil={lookedUntil}
            count={rows.length}
            one={noun}
          />
        </>
      )}
    </>
  );
}

const USUAL_SORT = ['', 'newest first'] as const;

function Filters(props: { list: List; asked: Asked; shops: readonly NamedShop[] }) {
  const { list, asked, shops } = props;
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
            return <Select {...of} choices={[['', field.any], ...field.choices]} />;
          case 'moment':
            return (
              <Field id={id} label={label}>
                <input id={id} name={id} type="datetime-local" value={of.value} />
              </Field>
            );
        }
      })}
      {list.sorts.length > 0 && (
        <Select id="sort" label="Sort" value={asked['sort']} choices={[USUAL_SORT, ...list.sorts]} />
      )}
    </FilterForm>
  );
}

/** The words for a visitor's mistake in an address. */
async function asPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ListFault) throw new PageError(error.kind === 'unknown' ? 404 : 400, error.message);
    throw error;
  }
}

/** The filter of an address, and where in the list it is. */
function askedOf(list: List, request: Request): { asked: Asked; after: string | undefined } {
  const { after, q: _ofTheSearchBox, ...given } = request.query;
  if (after !== undefined && typeof after !== 'string')
    throw new ListFault('invalid', 'This address names no place in the list.', { field: 'after' });
  return { asked: list.ask(given), after };
}

function lookingOf({ db, clock }: Desk, request: Request): Looking {
  return { db, person: viewerOf(request).name, now: clock.now() };
}
