/** A visitor's mistake, answered by a page with a status and a message; without a stack, never with a value. */
export class PageError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503,
    message: string,
    /** Of what was sent, where one is at fault. */
    readonly field?: string,
  ) {
    super(message);
    this.name = 'PageError';
  }
}
