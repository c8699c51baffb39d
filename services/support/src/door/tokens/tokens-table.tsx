import { ActionForm } from '../../web/layout/action-form';
import { Scroll } from '../../web/layout/scroll';
import { Time } from '../../web/layout/time';

/** A token in the list of a shop. */
export interface TokenRow {
  id: string;
  name: string;
  may: string;
  issuedBy: string;
  endsAt: Date;
  lastUsedAt: Date | null;
}

export interface TokensTableProps {
  label: string;
  tokens: readonly TokenRow[];
  now: number;
}

/** Issued tokens, each with its revocation. */
export function TokensTable({ label, tokens, now }: TokensTableProps) {
  if (tokens.length === 0) return <p class="panel">There is none.</p>;
  return (
    <Scroll label={label}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">May</th>
            <th scope="col">Issued by</th>
            <th scope="col">Ends</th>
            <th scope="col">Last used</th>
            <th scope="col">Revoke</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr>
              <th scope="row" data-label="For">
                {token.name}
              </th>
              <td data-label="May">{token.may}</td>
              <td data-label="Issued by">{token.issuedBy}</td>
              <td data-label="Ends">
                <Time at={token.endsAt} />
              </td>
              <td data-label="Last used">
                {token.lastUsedAt === null ? (
                  <span class="soft">never</span>
                ) : (
                  <Time at={token.lastUsedAt} since={now} />
                )}
              </td>
              <td data-label="Revoke">
                <ActionForm action={`/tokens/${token.id}/revoke`} label={`Revoke ${token.name}`}>
                  <button type="submit" class="danger">
                    Revoke
                  </button>
                </ActionForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
