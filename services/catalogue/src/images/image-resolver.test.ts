import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ImageResolver } from './image-resolver';

const opened: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0)) await part.stop();
});

function resolver(options: Partial<ConstructorParameters<typeof ImageResolver>[0]> = {}): ImageResolver {
  const made = new ImageResolver({ allowInsecure: true, timeoutMs: 2_000, ...options });
  opened.push(made);
  return made;
}

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an image that resolves', () => {
  it('by HEAD', async () => {
    const root = await serve((request, response) =>
      response.writeHead(request.method === 'HEAD' ? 200 : 500, { 'content-type': 'image/jpeg' }).end(),
    );
    expect(await resolver().resolve(`${root}/1.jpg`)).toBeNull();
  });

  it('by the first byte, where the server does not support HEAD', async () => {
    const root = await serve((request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end();
      response
        .writeHead(request.headers.range === 'bytes=0-0' ? 206 : 500, { 'content-type': 'image/png' })
        .end('x');
    });
    expect(await resolver().resolve(`${root}/1.png`)).toBeNull();
  });

  it('behind a redirect', async () => {
    const root = await serve((request, response) => {
      if (request.url !== '/there.webp')
        return void response.writeHead(302, { location: '/there.webp' }).end();
      response.writeHead(200, { 'content-type': 'image/webp' }).end();
    });
    expect(await resolver().resolve(`${root}/here`)).toBeNull();
  });

  it('at the second try, where the first ends in a temporary failure', async () => {
    let calls = 0;
    const root = await serve((_, response) => {
      calls += 1;
      // HEAD and GET of the first try.
      response.writeHead(calls <= 2 ? 503 : 200, { 'content-type': 'image/jpeg' }).end();
    });
    expect(await resolver().resolve(root)).toBeNull();
  });
});

describe('an image that does not', () => {
  it.each([
    [404, 'image/jpeg', 'status 404'],
    [503, 'image/jpeg', 'status 503'],
    [200, 'text/html', 'not an image'],
  ])('%i %s', async (status, type, problem) => {
    const root = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end());
    expect(await resolver().resolve(root)).toBe(problem);
  });

  it('no answer in time', async () => {
    const root = await serve(() => undefined);
    expect(await resolver({ timeoutMs: 50 }).resolve(root)).toBe('no answer in time');
  });

  it('no server', async () => {
    expect(await resolver().resolve('http://127.0.0.1:9')).toBe('ECONNREFUSED');
  });
});

describe('addresses that are never requested (D23)', () => {
  const strict = () => resolver({ allowInsecure: false });

  it.each([
    ['plain http', 'http://images.example.com/1.jpg'],
    ['a private address', 'https://10.0.0.1/1.jpg'],
    ['a loopback address', 'https://[::1]/1.jpg'],
    ['a local name', 'https://localhost/1.jpg'],
  ])('%s', async (_, url) => {
    expect(await strict().resolve(url)).toBe('not a public address');
  });
});
