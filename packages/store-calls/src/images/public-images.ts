import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isPublicHttpsUrl } from '@hub/contract';
import { lookupPublic } from '../address-guard';
import type { ImageHead } from './follow-image';

export interface PublicImagesOptions {
  /** Plain HTTP and private addresses, for tests only (D28). */
  allowInsecure: boolean;
}

/**
 * Where shops keep their images, only on the public internet: an address is checked by its form, and the resolved one
 * on connect, so that nothing inside our network is ever requested (D23).
 */
export class PublicImages {
  private readonly agents: { http: http.Agent; https: https.Agent };

  constructor(private readonly options: PublicImagesOptions) {
    const agent = {
      keepAlive: true,
      maxFreeSockets: 16,
      ...(options.allowInsecure ? {} : { lookup: lookupPublic }),
    };
    this.agents = { http: new http.Agent(agent), https: new https.Agent(agent) };
  }

  /** Checked only by its form. */
  isAllowed(url: string): boolean {
    return this.options.allowInsecure ? /^https?:\/\//i.test(url) : isPublicHttpsUrl(url);
  }

  /** The answer, its body not read. Rejects if there is none. */
  request(url: string, options: https.RequestOptions): Promise<IncomingMessage> {
    const isHttps = url.toLowerCase().startsWith('https:');
    const agent = isHttps ? this.agents.https : this.agents.http;
    return new Promise((resolve, reject) => {
      const request = (isHttps ? https : http).request(url, { ...options, agent }, resolve);
      request.on('error', reject);
      request.end();
    });
  }

  stop(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }
}

/** The evaluated fields of an answer. */
export function headOf({ statusCode = 0, headers }: IncomingMessage): ImageHead {
  return { status: statusCode, location: headers.location, contentType: headers['content-type'] ?? '' };
}
