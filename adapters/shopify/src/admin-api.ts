import { refuse } from '@hub/store-kit';
import { z } from 'zod';
import { throttledFor } from './throttle';

/** The version that every document here was written for. Shopify serves each for at least a year. */
const API_VERSION = '2026-07';

/** A query or mutation, and what is read from its answer. */
interface Operation<T> {
  document: string;
  data: z.ZodType<T>;
}

interface AdminApiOptions {
  apiRoot: string;
  accessToken: () => string | Promise<string>;
  sleep: (ms: number) => Promise<void>;
}

/** Shopify was not reached, or did not answer as its API does. For a mutation the outcome is unknown. */
class AdminUnavailable extends Error {
  override readonly name = 'AdminUnavailable';
}

/** Shopify refused; the message never contains what it was sent. */
class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';

  constructor(
    operation: string,
    readonly codes: readonly string[],
  ) {
    super(`Shopify refused ${operation}: ${codes.join(', ')}`);
  }
}

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }).partial().optional() })).optional(),
});

const ATTEMPT_MS = 20_000;
const READ_PAUSES_MS = [250, 1_000];
/** The longest wait for the bucket: after that the caller is answered when to come again. */
const LONGEST_THROTTLE_MS = 8_000;

/** The Admin API of one shop (GraphQL): its throttle, its errors, its answers by their schemas. */
export class AdminApi {
  constructor(private readonly options: AdminApiOptions) {}

  /** Asks again where Shopify was unavailable for a moment. */
  async read<T>(operation: Operation<T>, variables: object): Promise<T> {
    for (const pause of READ_PAUSES_MS) {
      try {
        return await this.#run(operation, variables);
      } catch (error) {
        if (!(error instanceof AdminUnavailable)) throw error;
        await this.options.sleep(pause);
      }
    }
    return this.#run(operation, variables);
  }

  /** Sends it once: after {@link AdminUnavailable} it is unknown whether it was done. */
  async write<T>(operation: Operation<T>, variables: object): Promise<T> {
    return this.#run(operation, variables);
  }

  /** What is throttled was not done, so it may be sent again. */
  async #run<T>({ document, data }: Operation<T>, variables: object): Promise<T> {
    let waited = 0;
    for (;;) {
      const { response, body } = await this.#post(document, variables);
      const pause = throttledFor(response, body);
      if (pause === null) return data.parse(dataOf(response, body));
      waited += pause;
      // Not 429: the kit would take a refusal to mean that nothing was done, but an earlier call of the same work may have been.
      if (waited > LONGEST_THROTTLE_MS) throw refuse.temporaryFailure(Math.ceil(pause / 1_000));
      await this.options.sleep(pause);
    }
  }

  async #post(query: string, variables: object): Promise<{ response: Response; body: unknown }> {
    const headers = {
      'content-type': 'application/json',
      'x-shopify-access-token': await this.options.accessToken(),
    };
    try {
      const response = await fetch(`${this.options.apiRoot}/${API_VERSION}/graphql.json`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
        redirect: 'error',
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      const text = await response.text();
      return { response, body: parse(text) };
    } catch {
      throw new AdminUnavailable('Shopify did not answer');
    }
  }
}

function dataOf({ ok, status }: Response, body: unknown): unknown {
  if (status === 401 || status === 403) throw new AdminRefusal('the access token', [`HTTP ${status}`]);
  const answer = Answer.safeParse(body);
  if (!ok || !answer.success) throw new AdminUnavailable(`Shopify answered ${status}`);
  const { errors = [], data } = answer.data;
  if (errors.length === 0) return data;
  const codes = errors.map(({ extensions }) => extensions?.code ?? 'error');
  if (codes.includes('INTERNAL_SERVER_ERROR')) throw new AdminUnavailable('Shopify failed within');
  throw new AdminRefusal('a document', codes);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How each mutation says that it was not done. Codes and fields only: messages may hold what was sent. */
export const UserErrors = z.array(
  z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish() }),
);

export function requireDone(operation: string, errors: z.infer<typeof UserErrors>): void {
  if (errors.length === 0) return;
  throw new AdminRefusal(
    operation,
    errors.map(({ code, field }) => code ?? field?.join('.') ?? 'refused'),
  );
}
