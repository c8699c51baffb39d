import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ImageReader } from './image-reader';

const opened: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0)) await part.stop();
});

async function reading(listener: RequestListener, allowInsecure = true) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reader = new ImageReader({ allowInsecure });
  opened.push(reader, {
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
  return reader.read(`http://127.0.0.1:${(server.address() as AddressInfo).port}/1.jpg`);
}

const answers =
  (type: string, body: Buffer | string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

describe('an image of a shop, for a viewer who must not learn its address', () => {
  it('arrives unchanged, after redirects too', async () => {
    const found = await reading((request, response) =>
      request.url === '/1.jpg'
        ? void response.writeHead(302, { location: '/2.jpg' }).end()
        : answers('image/jpeg; charset=x', 'picture')(request, response),
    );
    expect(found).toEqual({ type: 'image/jpeg', bytes: Buffer.from('picture') });
  });

  it.each<[string, RequestListener]>([
    ['a page', answers('text/html', '<script>1</script>')],
    ['an SVG, which can hold scripts', answers('image/svg+xml', '<svg/>')],
    ['what has no type', answers('', 'picture')],
    ['an error', answers('image/png', 'picture', 500)],
    ['more than five MiB', answers('image/png', Buffer.alloc(5 * 1024 * 1024 + 1))],
    ['a connection that ends', (request) => void request.socket.destroy()],
    ['redirects without an end', (_, response) => void response.writeHead(302, { location: '/1.jpg' }).end()],
  ])('is none for %s', async (_, listener) => {
    expect(await reading(listener)).toBeNull();
  });

  it('is not looked for inside our network (D23)', async () => {
    let asked = 0;
    const found = await reading(() => void (asked += 1), false);
    expect({ found, asked }).toEqual({ found: null, asked: 0 });
  });
});
