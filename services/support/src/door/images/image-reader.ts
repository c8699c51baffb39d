import type { IncomingMessage } from 'node:http';
import { GatheredBytes, type Component } from '@hub/runtime';
import { followImage, headOf, PublicImages, type PublicImagesOptions } from '@hub/store-calls';

const LARGEST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Types that a browser only displays: no SVG, which can hold scripts. */
const TYPES = /^image\/(avif|gif|jpeg|png|webp)$/;

export interface ShownImage {
  type: string;
  bytes: Buffer;
}

export type ReadImage = (url: string) => Promise<ShownImage | null>;

/** Reads images from the shops' servers for viewers who must not learn their addresses. Only images get through. */
export class ImageReader implements Component {
  readonly name = 'image reader';
  private readonly images: PublicImages;

  constructor(options: PublicImagesOptions) {
    this.images = new PublicImages(options);
  }

  /** @returns null if there is none, or none that can be shown */
  readonly read: ReadImage = async (url) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const found: { bytes?: Buffer; type?: string } = {};
    try {
      const problem = await followImage(url, {
        isAllowed: (target) => this.images.isAllowed(target),
        ask: async (target) => {
          const answer = await this.images.request(target, { signal });
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
      // Whatever failed on the way: the page describes the image.
      return null;
    }
  };

  stop(): Promise<void> {
    this.images.stop();
    return Promise.resolve();
  }
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const gathered = new GatheredBytes();
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (gathered.length + chunk.length > LARGEST_BYTES) throw new Error('larger than an image is');
    gathered.add(chunk);
  }
  return gathered.take();
}
