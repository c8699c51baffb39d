import type { LinksDecided, LinkView, ShopDecision } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { LINKS } from '../../web/links/links-path';
import { Table } from '../layout/table';
import { becomesText } from './link-labels';

export interface LinkQuestionProps {
  decision: ShopDecision;
  foreseen: readonly { pair: LinkView; outcome: LinksDecided['outcomes'][number] }[];
}

const ASKS: Readonly<Record<ShopDecision, string>> = { agree: 'Agree to', refuse: 'Refuse', undo: 'Undo' };

/** Shows what would happen to each pair, and acts only after the shop confirms. */
export function LinkQuestion({ decision, foreseen }: LinkQuestionProps) {
  const done = foreseen.filter(({ outcome }) => outcome.state !== null).length;
  const asks = `${ASKS[decision]} ${done === 1 ? '1 pair' : `${done} pairs`}`;
  const [first] = foreseen;
  return (
    <>
      <h1>{asks}</h1>
      <Table
        label="What will happen"
        none="None of these proposals is yours to decide."
        rows={foreseen}
        columns={[
          { name: 'Yours', cell: ({ pair: { yours } }) => called(yours) },
          { name: "The other's", cell: ({ pair: { other } }) => called(other) },
          { name: 'What will happen', cell: ({ outcome }) => becomesText(outcome) },
        ]}
      />
      <ActionForm action={`${LINKS}/decide`} label={asks}>
        {foreseen.map(({ pair }) => (
          <input type="hidden" name="ids" value={pair.id} />
        ))}
        <input type="hidden" name="seen" value="yes" />
        <div class="actions choose">
          {done > 0 && (
            <button type="submit" name="decision" value={decision}>
              {asks}
            </button>
          )}
          <a href={first ? `${LINKS}/${first.pair.id}` : LINKS}>Leave them as they are</a>
        </div>
      </ActionForm>
    </>
  );
}

function called({
  title,
  variant_title: variantTitle,
  size,
}: Pick<LinkView['other'], 'title' | 'variant_title' | 'size'>): string {
  return `${title}, ${variantTitle ?? size}`;
}
