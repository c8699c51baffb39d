import { LINK_LISTS, SHOP_DECISIONS, type LinkGroupsView } from '@hub/desk/door';
import { scoreText, type LinkConfidence } from '@hub/desk/links';
import { listAddress } from '@hub/desk/engine';
import { ScoreExplained } from '../../web/links/evidence';
import { ImportForm } from '../../web/links/import-form';
import { LINKS } from '../../web/links/links-path';
import { Further, None, Table } from '../layout/table';

type Group = LinkGroupsView['groups'][number];

export interface LinksPageProps {
  view: LinkGroupsView;
  list: (typeof LINK_LISTS)[number];
  confidence: LinkConfidence | undefined;
}

const TABS = {
  undecided: 'Undecided',
  linked: 'Linked',
  refused: 'Refused',
  undone: 'Undone',
} as const;

/** The shop's own proposals, by product. */
export function LinksPage({ view, list, confidence }: LinksPageProps) {
  const { waiting, groups, next } = view;
  const figures = [
    ['Sure', waiting.sure],
    ['Likely', waiting.likely],
    ['Possible', waiting.possible],
    ['The other shop agrees', waiting.other_agrees],
  ] as const;
  return (
    <>
      <h1>Proposed links</h1>
      <p class="soft">
        Variants of yours that may be the same article as variants of another shop, though no barcode says so.
        Once linked, you can sell what the other shop has, and ship what it sells. A pair is linked when both
        shops agree; neither learns who the other is, nor its prices and stock.
      </p>
      <h2>Waiting for you or the other shop</h2>
      <dl class="strip">
        {figures.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <nav class="tabs" aria-label="Which proposals">
        {LINK_LISTS.map((one) => (
          <a href={listAddress(LINKS, { list: one })} aria-current={one === list ? 'page' : undefined}>
            {TABS[one]}
          </a>
        ))}
      </nav>
      <p class="actions">
        {confidence === undefined ? (
          <a href={listAddress(LINKS, { list, confidence: 'sure' })}>Only those that are sure</a>
        ) : (
          <a href={listAddress(LINKS, { list })}>All, not only those that are {confidence}</a>
        )}
      </p>
      <Table
        label="Proposed links by product"
        none="None."
        rows={groups}
        columns={[
          {
            name: 'Your product',
            cell: ({ id, yours }) => (
              <a href={`${LINKS}/${id}`}>
                <Product product={yours} />
              </a>
            ),
          },
          { name: "Another shop's", cell: ({ other }) => <Product product={other} /> },
          { name: 'Pairs', number: true, cell: ({ pairs }) => pairs },
          { name: 'Of them sure', number: true, cell: ({ sure }) => sure },
          { name: 'Best score', number: true, cell: ({ best_score: best }) => scoreText(best) },
        ]}
      />
      <Further href={`${listAddress(LINKS, { list, confidence })}&after=`} next={next} />
      {groups.length > 0 && <ScoreExplained />}
      <details>
        <summary>Decide in a file</summary>
        <p class="actions">
          <a href={`${LINKS}/file`}>Download what is undecided as CSV</a>
          <a href={`${LINKS}/file?list=decided`}>What was decided</a>
        </p>
        <ImportForm decisions={SHOP_DECISIONS} />
      </details>
    </>
  );
}

function Product({ product: { title, brand } }: { product: Group['yours'] }) {
  if (title === null) return <None />;
  return (
    <span>
      {title}
      {brand !== null && <small> {brand}</small>}
    </span>
  );
}
