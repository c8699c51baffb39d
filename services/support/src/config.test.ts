import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@hub/runtime';
import { readSupportConfig } from './config';

const NEEDED = {
  DATABASE_URL: 'postgres://hub@localhost/hub',
  AMQP_URL: 'amqp://localhost',
  HUB_ENCRYPTION_KEY: '0'.repeat(64),
};
const OIDC = { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'secret' };

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSupportConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('the address of the documentation', () => {
  it('may be missing; one that a browser may not open is refused', () => {
    expect(readSupportConfig(NEEDED).DOCS_URL).toBeUndefined();
    expect(readSupportConfig({ ...NEEDED, DOCS_URL: 'https://docs.example/hub/' })).toMatchObject({
      DOCS_URL: 'https://docs.example/hub/',
    });
    expect(faultsOf({ ...NEEDED, DOCS_URL: 'javascript:alert(1)' })).toHaveLength(1);
  });
});

describe('sign-in configuration', () => {
  it('may be missing: then no one can sign in', () => {
    expect(readSupportConfig(NEEDED)).toMatchObject({ SUPPORT_ACCOUNTS: [], OIDC_ROLE_CLAIM: 'roles' });
  });

  it('reports every fault at once, without values', () => {
    const faults = faultsOf({
      ...NEEDED,
      SUPPORT_ACCOUNTS: '[{ "name": "ada", "role": "boss", "password": "hunter2" }]',
      OIDC_ISSUER: 'http://issuer.example',
      OIDC_CLIENT_ID: 'desk',
      LOG_LEVEL: 'hunter2',
    });
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'LOG_LEVEL',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'SUPPORT_ACCOUNTS',
      'SUPPORT_URL',
    ]);
    expect(faults.join()).not.toMatch(/hunter2|issuer\.example|boss|ada/);
  });

  it('an issuer needs https, except on this machine, and the address it sends people back to', () => {
    const url = { SUPPORT_URL: 'https://desk.example' };
    expect(faultsOf({ ...NEEDED, ...OIDC, ...url })).toEqual([]);
    expect(faultsOf({ ...NEEDED, ...OIDC, ...url, OIDC_ISSUER: 'http://127.0.0.1:9' })).toEqual([]);
    expect(faultsOf({ ...NEEDED, ...OIDC })).toEqual(['SUPPORT_URL: is required, as OIDC_ISSUER is given']);
    expect(faultsOf({ ...NEEDED, SUPPORT_URL: 'https://desk.example/desk' })).toHaveLength(1);
    expect(faultsOf({ ...NEEDED, SUPPORT_URL: 'ftp://desk.example' })).toHaveLength(1);
  });
});
