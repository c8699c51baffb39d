import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** The number of bytes on the wire, and their encoding. */
function sizeOf(
  path: string,
  headers: Record<string, string>,
): Promise<{ bytes: number; encoding: unknown }> {
  return new Promise((resolve, reject) => {
    get(new URL(path, desk.url), { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }));
    }).on('error', reject);
  });
}

describe("the desk's answers", () => {
  it.each(['/audit', '/assets/desk.css', '/assets/htmx.js'])(
    '%s is compressed if the client accepts it',
    async (path) => {
      const viewer = await desk.signIn('viewer');
      const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const plain = await sizeOf(path, { cookie });
      const packed = await sizeOf(path, { cookie, 'accept-encoding': 'gzip' });
      expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
      expect(packed.bytes).toBeLessThan(plain.bytes / 2);
    },
  );

  it('the token of forms is another text on each page: a length reveals nothing about it', async () => {
    const agent = await desk.signIn('agent');
    const tokens = async () => [
      ...(await agent.get('/audit')).text.matchAll(/name="_csrf" value="([^"]+)"/g),
    ];
    const [one, other] = [await tokens(), await tokens()].map(
      (found) => new Set(found.map(([, token]) => token)),
    );
    expect([one?.size, other?.size]).toEqual([1, 1]);
    expect(one).not.toEqual(other);
  });
});
