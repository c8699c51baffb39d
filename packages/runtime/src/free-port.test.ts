import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePort, isFree, requireFreePorts } from './free-port';

it("free ports are outside the system's ephemeral range, and each is returned once", async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('a port in use is not free', async () => {
  const port = await freePort();
  expect(await isFree(port)).toBe(true);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, () => resolve()));
  expect(await isFree(port)).toBe(false);
  const ports = { INGRESS_PORT: port, SUPPORT_PORT: await freePort(), HEALTH_PORT: undefined };
  await expect(requireFreePorts(ports)).rejects.toThrow(
    `INGRESS_PORT: port ${port} is taken by another process`,
  );
  await new Promise((resolve) => server.close(resolve));
});
