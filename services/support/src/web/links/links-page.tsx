import type { ListedLinkGroup, WaitingLinks } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Choice, FilterForm, Select, TextField } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import { DataTable } from '../lists/data-table';
import { shopChoices } from '../lists/fields';
import { ListEnd } from '../lists/list-end';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { DecideButtons } from './decide-buttons';
import { ScoreExplained } from './evidence';
import { GroupsTable } from './groups-table';
import { CONFIDENCES, LINK_FILTERS } from './link-labels';
import { LINKS, type LinkListQuery } from './read-link-query';

export interface LinksPageProps {
  query: LinkListQuery;
  shops: readonly { slug: string; name: string }[];
  /** Null: neither a shop nor an article is chosen. */
  groups: readonly ListedLinkGroup[] | null;
  waiting: readonly WaitingLinks[];
  paged: boolean;
  next: string | null;
  views: ListOfViews;
  viewer: Viewer;
}

/** Pairs of variants that may be one article, by product; without a shop or an article: how many wait in each shop. */
export function LinksPage(props: LinksPageProps) {
  const { query, shops, groups, waiting } = props;
  return (
    <>
      <h1>Proposed links</h1>
      <p class="soft">
        Variants of two shops that may be the same article, though no barcode says so. They are linked when
        both shops agree, or when a lead confirms; nothing is linked by itself.
      </p>
      {may(props.viewer, 'lead') && (
        <p>
          <a href={`${LINKS}/import`}>Import decisions from a file</a>
        </p>
      )}
      <FilterForm action={LINKS} label="Proposed links" asked={query}>
        <Choice id="shop" label="Shop" value={query.shop} choices={shopChoices(shops)} />
        <Choice
          id="confidence"
          label="How sure"
          value={query.confidence}
          choices={Object.entries(CONFIDENCES)}
        />
        <Select
          id="state"
          label="State"
          value={query.state ?? 'undecided'}
          choices={Object.entries(LINK_FILTERS).map(([value, { name }]) => [value, name])}
        />
        <TextField id="article" label="Linked as article" value={query.article} />
      </FilterForm>
      {groups === null ? <Waiting waiting={waiting} /> : <Groups {...props} groups={groups} />}
    </>
  );
}

function Groups(props: LinksPageProps & { groups: readonly ListedLinkGroup[] }) {
  const { query, groups, paged, next, views, viewer } = props;
  return (
    <>
      <ViewBar {...views} />
      {groups.length > 0 && <ScoreExplained />}
      {groups.length > 0 && (
        <ActionForm action={`${LINKS}/decide`} label="Decide on groups">
          {Object.entries(query).map(
            ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
          )}
          <GroupsTable groups={groups} choosable={may(viewer, 'lead')} />
          <DecideButtons viewer={viewer} decisions={decisionsOf(query)} />
        </ActionForm>
      )}
      <ListEnd
        top={paged ? listAddress(LINKS, query) : null}
        next={next}
        lookedUntil={null}
        count={groups.length}
        one="proposal"
      />
    </>
  );
}

function decisionsOf({ state = 'undecided' }: LinkListQuery) {
  return state === 'undecided' || state === 'agreed' ? (['confirm', 'refuse'] as const) : (['undo'] as const);
}

/** Where to begin. */
function Waiting({ waiting }: { waiting: readonly WaitingLinks[] }) {
  if (waiting.length === 0)
    return (
      <p class="panel calm" role="status">
        <strong>No pair waits for a decision.</strong> To see what was decided, choose a shop.
      </p>
    );
  const column = (name: 'sure' | 'likely' | 'possible') => ({
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    number: true as const,
    text: (row: WaitingLinks) => row[name],
    cell: (row: WaitingLinks) =>
      row[name] === 0 ? (
        '0'
      ) : (
        <a href={listAddress(LINKS, { shop: row.shop, confidence: name })}>{figure(row[name])}</a>
      ),
  });
  return (
    <>
      <h2>Undecided pairs, by shop</h2>
      <p class="soft">A pair counts in both of its shops. Counted at most a minute ago.</p>
      <DataTable
        label="Undecided pairs by shop"
        columns={[
          {
            name: 'Shop',
            head: true,
            text: ({ name }) => name,
            cell: ({ shop, name }) => <a href={listAddress(LINKS, { shop })}>{name}</a>,
          },
          column('sure'),
          column('likely'),
          column('possible'),
          { name: 'The other shop agrees', number: true, text: ({ agreed }) => agreed },
        ]}
        rows={waiting}
      />
    </>
  );
}
