import { describe, expect, it } from '@jest/globals';
import { isPublicHttpsUrl } from './public-https-url';

describe('isPublicHttpsUrl: judged by the address alone (D14)', () => {
  it.each([
    ['https://cdn.shop.example/a/b.jpg?v=1#x'],
    ['HTTPS://CDN.SHOP.EXAMPLE/a.jpg'],
    ['https://shop.example:8443/a.jpg'],
    ['https://bücher.example/ä.jpg'],
    ['https://8.8.8.8/a.jpg'],
    ['https://172.32.0.1/a.jpg'],
    ['https://[2606:4700::1111]/a.jpg'],
    ['https://local.shop.example/a.jpg'],
    ['https://mylocalhost.example/a.jpg'],
  ])('public: %s', (url) => {
    expect(isPublicHttpsUrl(url)).toBe(true);
  });

  it.each([
    ['plain http', 'http://shop.example/a.jpg'],
    ['another scheme', 'ftp://shop.example/a.jpg'],
    ['inline data', 'data:image/png;base64,AAAA'],
    ['no scheme', '//shop.example/a.jpg'],
    ['a path', '/a.jpg'],
    ['nothing', ''],
    ['one slash', 'https:/shop.example/a.jpg'],
    ['back slashes', 'https:\\\\shop.example\\a.jpg'],
    ['no host', 'https:///a.jpg'],
    ['white space', 'https://shop.example/a b.jpg'],
    ['a leading space', ' https://shop.example/a.jpg'],
    ['a line break', 'https://shop.example/a.jpg\n'],
    ['a user', 'https://user@shop.example/a.jpg'],
    ['a user and password', 'https://user:secret@shop.example/a.jpg'],
    ['localhost', 'https://localhost/a.jpg'],
    ['a name below localhost', 'https://a.localhost/a.jpg'],
    ['localhost with its root dot', 'https://localhost./a.jpg'],
    ['.local', 'https://printer.local/a.jpg'],
    ['.LOCAL with its root dot', 'https://printer.LOCAL./a.jpg'],
    ['.internal', 'https://images.internal/a.jpg'],
    ['a home network', 'https://nas.home.arpa/a.jpg'],
    ['a single label', 'https://images/a.jpg'],
    ['loopback', 'https://127.0.0.1/a.jpg'],
    ['loopback in decimal', 'https://2130706433/a.jpg'],
    ['loopback in hex', 'https://0x7f.1/a.jpg'],
    ['loopback with its root dot', 'https://127.0.0.1./a.jpg'],
    ['this host', 'https://0.0.0.0/a.jpg'],
    ['10/8', 'https://10.1.2.3/a.jpg'],
    ['172.16/12', 'https://172.31.255.255/a.jpg'],
    ['192.168/16', 'https://192.168.1.1/a.jpg'],
    ['carrier-grade NAT', 'https://100.64.0.1/a.jpg'],
    ['link-local', 'https://169.254.169.254/a.jpg'],
    ['multicast', 'https://224.0.0.1/a.jpg'],
    ['IPv6 loopback', 'https://[::1]/a.jpg'],
    ['IPv6 unspecified', 'https://[::]/a.jpg'],
    ['IPv6 unique local', 'https://[fd00::1]/a.jpg'],
    ['IPv6 link-local', 'https://[fe80::1]/a.jpg'],
    ['IPv4 mapped into IPv6', 'https://[::ffff:10.0.0.1]/a.jpg'],
    ['IPv4 behind NAT64', 'https://[64:ff9b::10.0.0.1]/a.jpg'],
    [
      'a semicolon in the host, which a page would take for the end of a directive',
      'https://cdn.a.b;sandbox/x.jpg',
    ],
    ['a comma in the host', 'https://a,b.example/a.jpg'],
    ['a quote in the host', "https://$'.shop.example/a.jpg"],
    ['a wildcard', 'https://*.shop.example/a.jpg'],
    ['an underscore in the host', 'https://my_cdn.shop.example/a.jpg'],
    ['a number too large for an address', 'https://4294967296/a.jpg'],
  ])('not public: %s', (_, url) => {
    expect(isPublicHttpsUrl(url)).toBe(false);
  });
});
