import { describe, expect, it } from '@jest/globals';
import { followImage, type ImageHead } from './follow-image';

const image: ImageHead = { status: 200, location: undefined, contentType: 'image/jpeg' };
const redirectTo = (location: string | undefined): ImageHead => ({ status: 302, location, contentType: '' });

/** Servers by address; each request is recorded. */
async function follow(servers: Record<string, ImageHead>, forbidden: string[] = []) {
  const asked: string[] = [];
  const problem = await followImage('https://a.example/1', {
    isAllowed: (url) => !forbidden.includes(url),
    ask: (url) => {
      asked.push(url);
      return Promise.resolve(servers[url] ?? { status: 404, location: undefined, contentType: '' });
    },
  });
  return { problem, asked };
}

describe('following an image', () => {
  it('takes at most three redirects, relative ones too', async () => {
    const servers = {
      'https://a.example/1': redirectTo('https://b.example/2'),
      'https://b.example/2': redirectTo('/3'),
      'https://b.example/3': redirectTo('4'),
      'https://b.example/4': image,
    };
    expect(await follow(servers)).toMatchObject({ problem: null, asked: Object.keys(servers) });
    const further = { ...servers, 'https://b.example/4': redirectTo('/5'), 'https://b.example/5': image };
    expect(await follow(further)).toMatchObject({
      problem: 'more than 3 redirects',
      asked: Object.keys(servers),
    });
  });

  it('never requests a forbidden address, at any step', async () => {
    const inside = 'https://10.0.0.1/secrets';
    const servers = { 'https://a.example/1': redirectTo(inside), [inside]: image };
    expect(await follow(servers, [inside])).toEqual({
      problem: 'it leads to no public address',
      asked: ['https://a.example/1'],
    });
    expect(await follow(servers, ['https://a.example/1'])).toEqual({
      problem: 'not a public address',
      asked: [],
    });
  });

  it.each([
    ['a redirect that leads nowhere', redirectTo(undefined)],
    ['a redirect that leads nowhere', redirectTo('http://[')],
    ['status 410', { ...image, status: 410 }],
    ['not an image', { ...image, contentType: 'text/html; charset=utf-8' }],
  ])('ends at %s', async (problem, head) => {
    expect(await follow({ 'https://a.example/1': head })).toMatchObject({ problem });
  });

  it.each([
    { ...image, status: 206 },
    { ...image, contentType: '' },
    { ...image, contentType: 'application/octet-stream' },
  ])('succeeds at %o', async (head) => {
    expect(await follow({ 'https://a.example/1': head })).toMatchObject({ problem: null });
  });
});
