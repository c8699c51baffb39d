import { UNLINKED_WHY, type UnlinkedView } from '@hub/desk/door';
import { counted, figure } from '@hub/desk/words';
import { LinkTrend } from '../../web/shops/link-trend';
import { Further, None, Table } from '../layout/table';

const WHY = {
  missing_barcode: 'no barcode',
  invalid_barcode: 'the barcode is no GTIN',
  restricted_barcode: 'the barcode names no single article',
  duplicate_barcode: 'two of yours have the same barcode',
  article_taken: 'another one of yours has its article',
} as const;

/** The shop's unlinked variants as a to-do list: what to correct on each. */
export function UnlinkedPage({ view, why }: { view: UnlinkedView; why: string | undefined }) {
  const { counts, variants, next } = view;
  const { linked, not_linked: notLinked, ...problems } = counts;
  const all = linked + notLinked;
  return (
    <>
      <h1>Variants that are not linked</h1>
      <p class="soft">
        No other shop can ship them for you, nor sell them for you. What has no barcode may be linked by
        people as well: see <a href="/links">proposed links</a>.
      </p>
      <dl class="strip">
        <div>
          <dt>Linked</dt>
          <dd>
            {figure(linked)} of {counted(all, 'variant')}
            {all > 0 && ` (${Math.floor((100 * linked) / all)}\u00a0%)`}
          </dd>
        </div>
        {UNLINKED_WHY.toReversed().map((problem) => (
          <div>
            <dt>{WHY[problem]}</dt>
            <dd>
              <a href={`/unlinked?why=${problem}`}>{figure(problems[problem])}</a>
            </dd>
          </div>
        ))}
      </dl>
      <Table
        label="Variants that are not linked"
        none="None."
        rows={variants}
        columns={[
          {
            name: 'Variant',
            cell: ({ variant_id: id, title, size }) => (
              <>
                {title}, {size}
                <br />
                <code>{id}</code>
              </>
            ),
          },
          { name: 'SKU', cell: ({ sku }) => sku ?? <None /> },
          { name: 'Barcode', cell: ({ barcode }) => barcode ?? <None /> },
          { name: 'Why', cell: ({ why: problem }) => (problem === null ? <None /> : WHY[problem]) },
          {
            name: 'What to correct',
            cell: ({ to_do: toDo, same_barcode: same }) => (
              <>
                {toDo}
                {same.length > 0 && (
                  <>
                    <br />
                    <small>Also on {same.join(', ')}</small>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      <Further href={`/unlinked?${why === undefined ? '' : `why=${why}&`}after=`} next={next} />
      <LinkTrend
        days={view.days.map(({ day, linked: linkedThen, ...problem }) => ({
          day: new Date(day),
          linked: linkedThen,
          withoutBarcode: problem.missing_barcode,
          invalidBarcodes: problem.invalid_barcode,
          duplicateBarcodes: problem.duplicate_barcode,
        }))}
      />
    </>
  );
}
