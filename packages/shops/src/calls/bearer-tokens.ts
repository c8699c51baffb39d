import type { Shop } from '../directory/shop';

/** Which of a shop's bearer tokens its store accepts: the last accepted one is tried first (D25). */
export class BearerTokens {
  private readonly taken = new Map<number, { credentialsRevision: bigint; token: string }>();

  inOrder({ id, credentialsRevision, bearerTokens }: Shop): readonly string[] {
    const known = this.taken.get(id);
    if (known?.credentialsRevision !== credentialsRevision) return bearerTokens;
    return [known.token, ...bearerTokens.filter((token) => token !== known.token)];
  }

  noteTaken({ id, credentialsRevision, bearerTokens }: Shop, token: string): void {
    if (bearerTokens.length > 1) this.taken.set(id, { credentialsRevision, token });
  }
}
