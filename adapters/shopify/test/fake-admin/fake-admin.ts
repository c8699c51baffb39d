import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DocumentNode, execute, type GraphQLError, Kind, parse, validate } from 'graphql';
import { z } from 'zod';
import { FakeShop } from './fake-shop';
import { mutationsOf } from './mutations';
import { queriesOf } from './queries';
import { LARGEST_COST, requestedCost } from './query-cost';
import { SCHEMA } from './schema';
import { WebhookSender } from './webhook-sender';

const DOMAIN = 'nordic-outdoor.myshopify.com';
const TOKEN = 'shpat_test';
const CLIENT_SECRET = 'client-secret';
const NEEDS_IDEMPOTENCY = ['inventorySetQuantities', 'inventoryActivate'];

/** What goes wrong with the next call of this name. `lost`: it is done, and its answer is lost. */
export interface Fault {
  operation: string;
  kind: 'lost' | 'dropped' | 'status' | 'throttled';
  status?: number;
}

export interface FakeAdminOptions {
  locationIds: readonly string[];
  networkLocationId: string;
  /** Points in the bucket, and how many come back in a second; plenty, where not given. */
  bucket?: { size: number; restoreRate: number };
}

const Request = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) });

/** Shopify's Admin API for one shop, as documented: its schema, cost, throttle and errors, and its webhooks. */
export class FakeAdmin {
  readonly domain = DOMAIN;
  readonly token = TOKEN;
  readonly clientSecret = CLIENT_SECRET;
  readonly webhooks = new WebhookSender(DOMAIN, CLIENT_SECRET);
  readonly shop: FakeShop;
  readonly faults: Fault[] = [];
  /** Every document that came, and by name what was asked how often. */
  readonly documents = new Set<string>();
  readonly calls: string[] = [];
  /** How long the job of a cancellation takes; null: it never ends. */
  cancelAfterMs: number | null = 5;
  dearest = 0;
  /** Once this was called, the bucket is empty, and fills no more. */
  emptyAfter: string | null = null;
  #available: number;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(private readonly options: FakeAdminOptions) {
    this.shop = new FakeShop([...options.locationIds, options.networkLocationId], (message) =>
      this.webhooks.notify(this.shop, message),
    );
    this.#available = this.#bucket.size;
  }

  get #bucket() {
    return this.options.bucket ?? { size: 1_000_000, restoreRate: 1_000_000 };
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    await this.webhooks.settled();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the fake does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  get apiRoot(): string {
    return `${this.origin}/admin/api`;
  }

  /** Time passes, for the bucket. */
  passTime(ms: number): void {
    this.#available = Math.min(this.#bucket.size, this.#available + (ms / 1_000) * this.#bucket.restoreRate);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (!request.url?.startsWith('/admin/')) return servePicture(response);
    if (request.url !== '/admin/api/2026-07/graphql.json') return answer(404, { errors: 'Not Found' });
    if (request.headers['x-shopify-access-token'] !== TOKEN)
      return answer(401, { errors: 'Invalid API key or access token' });
    const { query, variables } = Request.parse(JSON.parse(await text(request)));
    const document = parsed(query);
    const name = nameOf(document);
    this.documents.add(query);
    this.calls.push(name);
    const fault = this.#takeFault(name);
    if (fault?.kind === 'dropped') return void response.destroy();
    if (fault?.kind === 'status') {
      const headers: Record<string, string> = fault.status === 429 ? { 'retry-after': '2' } : {};
      return answer(fault.status ?? 500, {}, headers);
    }
    const body = await this.#answerTo(document, variables, fault?.kind === 'throttled');
    if (fault?.kind === 'lost') return void response.destroy();
    answer(200, body);
  }

  #takeFault(name: string): Fault | undefined {
    const at = this.faults.findIndex(({ operation }) => operation === name);
    return at < 0 ? undefined : this.faults.splice(at, 1)[0];
  }

  async #answerTo(
    document: DocumentNode,
    variables: Record<string, unknown>,
    isEmpty: boolean,
  ): Promise<object> {
    const wrong = faultsOf(document);
    if (wrong.length > 0)
      return { errors: wrong.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } })) };
    const cost = requestedCost(document, variables);
    this.dearest = Math.max(this.dearest, cost);
    if (cost > LARGEST_COST)
      return {
        errors: [{ message: `${nameOf(document)} costs ${cost}`, extensions: { code: 'MAX_COST_EXCEEDED' } }],
      };
    const isDry = this.emptyAfter !== null && this.calls.slice(0, -1).includes(this.emptyAfter);
    if (isEmpty || isDry) this.#available = 0;
    const isThrottled = this.#available < cost;
    if (!isThrottled) this.#available -= cost;
    const extensions = {
      cost: {
        requestedQueryCost: cost,
        actualQueryCost: isThrottled ? null : cost,
        throttleStatus: {
          maximumAvailable: this.#bucket.size,
          currentlyAvailable: this.#available,
          restoreRate: this.#bucket.restoreRate,
        },
      },
    };
    if (isThrottled)
      return { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions };
    if (lacksIdempotency(document))
      return {
        errors: [{ message: 'The @idempotent directive is required', extensions: { code: 'BAD_REQUEST' } }],
      };
    const rootValue = { ...queriesOf(this.shop), ...mutationsOf(this.shop, () => this.cancelAfterMs) };
    const result = await execute({ schema: SCHEMA, document, variableValues: variables, rootValue });
    return { ...result, extensions };
  }
}

const PARSED = new Map<string, DocumentNode>();
const FAULTS = new WeakMap<DocumentNode, readonly GraphQLError[]>();

/** Each document is read and judged once. */
function parsed(query: string): DocumentNode {
  const document = PARSED.get(query) ?? parse(query);
  PARSED.set(query, document);
  return document;
}

function faultsOf(document: DocumentNode): readonly GraphQLError[] {
  const faults = FAULTS.get(document) ?? validate(SCHEMA, document);
  FAULTS.set(document, faults);
  return faults;
}

function nameOf(document: DocumentNode): string {
  const [definition] = document.definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? (definition.name?.value ?? '') : '';
}

/** Not in the schema, but at run time: what moves stock has to carry a key (since 2026-04). */
function lacksIdempotency(document: DocumentNode): boolean {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return false;
  return definition.selectionSet.selections.some(
    (field) =>
      field.kind === Kind.FIELD &&
      NEEDS_IDEMPOTENCY.includes(field.name.value) &&
      !field.directives?.some(({ name }) => name.value === 'idempotent'),
  );
}

/** Shopify's picture servers, for fetching the catalogue's pictures. */
function servePicture(response: ServerResponse): void {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  response.writeHead(200, { 'content-type': 'image/gif' }).end(gif);
}
