import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets transactions of one connection run one after the other. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  readonly #inside = new AsyncLocalStorage<{ isOpen: boolean }>();

  /** Rejects within work that it runs already: that would wait for itself. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside.getStore()?.isOpen)
      return Promise.reject(
        new Error('a transaction is open already: give its tx on to what is called within it'),
      );
    // What goes on after its end, begun within it, is no longer inside.
    const inside = { isOpen: true };
    const mine = this.#last.then(() => this.#inside.run(inside, work));
    const ended = mine.finally(() => (inside.isOpen = false));
    this.#last = ended.catch(() => undefined);
    return ended;
  }

  /** For `app.use`: a request is a turn, from when it comes until its answer is out. */
  readonly middleware = (
    _request: IncomingMessage,
    response: ServerResponse,
    serve: (error?: unknown) => void,
  ): void => {
    const answer = (): Promise<void> =>
      new Promise((out) => {
        if (response.closed) return out();
        response.once('close', out);
        return serve();
      });
    this.run(answer).catch(serve);
  };
}
