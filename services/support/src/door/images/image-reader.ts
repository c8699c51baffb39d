import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isPublicHttpsUrl } from '@hub/contract';
import type { Part } from '@hub/runtime';
import { followImage, lookupPublic, type ImageHead } from '@hub/store-calls';

const LARGEST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** What a browser shows, and does nothing else with: no SVG, which can hold scripts. */
const TYPES = /^image\/(avif|gif|jpeg|png|webp)$/;

export interface ShownImage {
  type: string;
  bytes: Buffer;
}

export type ReadImage = (url: string) => Promise<ShownImage | null>;

/**
 * Reads images from where shops keep them, for whoever must not learn their addresses. Nothing inside our network is asked
 * (D23), nothing but pictures comes through.
 */
export class ImageReader implements Part {
  readonly name = 'image reader';
  private readonly agents: { http: http.Agent; https: https.Agent };

  /** @param options.allowInsecure plain HTTP and private addresses, for tests only (D28) */
  constructor(private readonly options: { allowInsecure: boolean }) {
    const agent = options.allowInsecure ? {} : { lookup: lookupPublic };
    this.agents = { http: new http.Agent(agent), https: new https.Agent(agent) };
  }

  /** @returns null where there is none, or none that can be shown */
  readonly read: ReadImage = async (url) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const found: { bytes?: Buffer; type?: string } = {};
    try {
      const problem = await followImage(url, {
        isAllowed: (target) => this.isAllowed(target),
        ask: async (target) => {
          const answer = await this.get(target, signal);
          const head = headOf(answer);
          found.type = head.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
          if (head.status === 200 && TYPES.test(found.type)) found.bytes = await bytesOf(answer);
          else answer.destroy();
          return head;
        },
      });
      const { type, bytes } = found;
      return problem === null && type !== undefined && bytes !== undefined ? { type, bytes } : null;
    } catch {
      return null;
    }
  };

  stop(): Promise<void> {
    this.agents.http.destroy();
    this.agents.https.destroy();
    return Promise.resolve();
  }

  private isAllowed(url: string): boolean {
    return this.options.allowInsecure ? /^https?:\/\//i.test(url) : isPublicHttpsUrl(url);
  }

  private get(url: string, signal: AbortSignal): Promise<IncomingMessage> {
    const isHttps = url.toLowerCase().startsWith('https:');
    const agent = isHttps ? this.agents.https : this.agents.http;
    return new Promise((resolve, reject) => {
      (isHttps ? https : http).get(url, { agent, signal }, resolve).on('error', reject);
    });
  }
}

function headOf({ statusCode = 0, headers }: IncomingMessage): ImageHead {
  return { status: statusCode, location: headers.location, contentType: headers['content-type'] ?? '' };
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_BYTES) throw new Error('larger than an image is');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
