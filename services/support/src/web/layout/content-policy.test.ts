import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentPolicy, IMAGE_HOSTS } from './content-policy';

const imageSources = (urls: readonly (string | null)[]) =>
  contentPolicy(urls)
    .split(';')
    .find((directive) => directive.startsWith('img-src'));

describe('the content security policy of a page that shows images of stores', () => {
  it("names the images' hosts, each once", () => {
    const urls = [
      'https://cdn.shop.example/1.jpg',
      'https://cdn.shop.example/2.jpg',
      'https://bücher.example:8443/3.jpg',
      'http://127.0.0.1:8080/4.jpg',
      null,
    ];
    expect(imageSources(urls)).toBe(
      "img-src 'self' https://cdn.shop.example https://xn--bcher-kva.example:8443 http://127.0.0.1:8080",
    );
  });

  it.each([
    'https://cdn.a.b;sandbox/x.jpg',
    'https://a.b;script-src-elem/x.jpg',
    'https://a.b;report-uri/x.jpg',
    "https://$'.evil.example/x.jpg",
    'https://a,b.example/x.jpg',
    'https://*/x.jpg',
    'https://*.com/x.jpg',
    'https://[2606:4700::1111]/x.jpg',
    'data:image/png;base64,AAAA',
    'no address',
  ])('leaves out a host that is no plain name: %s', (url) => {
    expect(contentPolicy([url])).toBe(contentPolicy());
  });

  it('is bounded, however many hosts a page names', () => {
    const urls = Array.from({ length: 1_000 }, (_, index) => `https://cdn-${index}.shop.example/1.jpg`);
    expect(imageSources(urls)?.split(' ')).toHaveLength(2 + IMAGE_HOSTS);
  });

  it('has the same directives whatever the addresses', () => {
    const namesOf = (policy: string) => policy.split(/[;,]/).map((directive) => directive.split(' ')[0]);
    const addresses = fc.array(
      fc.oneof(
        fc.webUrl(),
        fc.string().map((text) => `https://${text}/x.jpg`),
      ),
    );
    fc.assert(
      fc.property(addresses, (urls) => {
        expect(namesOf(contentPolicy(urls))).toEqual(namesOf(contentPolicy()));
      }),
    );
  });
});
