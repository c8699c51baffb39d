import { afterEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@hub/runtime';
import type { SimulatedStore } from '../start-store';
import { readCredentials } from './config';
import { parseLocation } from './parse-location';
import { runStore } from './run-store';
import { storeCommand, type StoreCommandOptions } from './store-command';

/** The options as parsed from the command line. */
function given(...args: string[]): StoreCommandOptions {
  return storeCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parse(['--slug', 'alone', ...args], { from: 'user' })
    .opts<StoreCommandOptions>();
}

const noCredentials = () => {
  throw new Error('the credentials were asked for');
};

describe('the simulator run alone', () => {
  let store: SimulatedStore | null = null;
  afterEach(async () => {
    await store?.stop();
  });

  it('prints the sheet that fits the store, and starts nothing', async () => {
    const printed: string[] = [];
    const options = given(
      '--sheet',
      '--port=4444',
      '--deducts=shipment',
      '--location=7@59.3,18',
      '--location=8',
    );
    store = await runStore(options, { print: (line) => printed.push(line), credentials: noCredentials });
    expect(store).toBeNull();
    expect(printed.join('\n')).toContain('store_api_root: "http://127.0.0.1:4444"');
    expect(printed.join('\n')).toContain('  - {"location_id":"7","latitude":59.3,"longitude":18}');
    expect(printed.join('\n')).toContain('stock_deducted_at: shipment');
  });

  it('serves its catalogue and the control endpoints, and prints their addresses', async () => {
    const printed: string[] = [];
    store = await runStore(given('--port', '0', '--catalogue', 'generated:3'), {
      print: (line) => printed.push(line),
      credentials: () => ({ bearerToken: 'b', signingSecret: 's', olderSecrets: [] }),
    });
    const apiRoot = store?.apiRoot ?? '';
    expect(printed[0]).toBe(`alone serves 3 products at ${apiRoot}`);
    expect(printed.join('\n')).toContain(`curl -s ${apiRoot}/_control/state`);
    const state = await fetch(`${apiRoot}/_control/state`);
    expect(await state.json()).toMatchObject({ slug: 'alone', products: 3 });
  });

  it('reads its credentials from the given variables, and names every missing one at once', () => {
    const names = { bearerEnv: 'ALONE_BEARER', secretEnv: 'ALONE_SECRET' };
    const env = { ALONE_BEARER: 'b', ALONE_SECRET: 's' };
    expect(readCredentials(names, env)).toEqual({ bearerToken: 'b', signingSecret: 's', olderSecrets: [] });
    expect(() => readCredentials(names, {})).toThrow(ConfigError);
    expect(() => readCredentials(names, {})).toThrow(/ALONE_BEARER[^]*ALONE_SECRET/);
  });

  it('refuses invalid options', () => {
    expect(() => given('--port', 'ten')).toThrow('whole number');
    expect(() => given('--location', 'first')).toThrow('whole number');
    expect(() => given('--deducts', 'never')).toThrow('Allowed choices');
  });
});

describe('a location on the command line', () => {
  it('is a whole number, with coordinates or without', () => {
    expect(parseLocation('1001')).toEqual({ id: '1001' });
    expect(parseLocation('1001@-59.33,18')).toEqual({ id: '1001', latitude: -59.33, longitude: 18 });
    for (const text of ['', 'a', '1001@', '1001@1', '1001@1,2,3', '@1,2', '1001@x,y']) {
      expect(parseLocation(text)).toBeNull();
    }
  });
});
