import { describe, expect, it } from '@jest/globals';
import { createApp } from './app';

describe('support desk', () => {
  it('serves its page under a content security policy, its health, and nothing else', async () => {
    const server = createApp([{ name: 'support', ready: () => true, stop: async () => undefined }]).listen(0);
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const get = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`);
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('Support desk');
    expect((await get('/health/ready')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(404);
    server.close();
  });
});
