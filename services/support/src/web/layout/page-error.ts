/** Something the visitor did that a page answers with a status and words of its own; no stack, never a value. */
export class PageError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503,
    message: string,
  ) {
    super(message);
    this.name = 'PageError';
  }
}
