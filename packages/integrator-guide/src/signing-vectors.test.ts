import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VECTORS_FILE } from './folders';
import { signingVectors } from './signing-vectors';

const { sign, verify } = signingVectors();

describe('docs/integrators/signing/vectors.json', () => {
  it('matches the code (npm run docs regenerates it)', () => {
    expect(JSON.parse(readFileSync(VECTORS_FILE, 'utf8'))).toEqual({ sign, verify });
  });

  it('begins with the published vector (D2)', () => {
    expect(sign[0]).toEqual({
      name: 'published',
      secret: 'hub-test-secret',
      body_base64: Buffer.from('{"hello":"network"}').toString('base64'),
      header: 'sha256=504e7427a63e98d57b4fd26c14886adfeb2d33b211585d48b710632b76148eb8',
    });
  });

  it('verifies only what was signed under one of the secrets', () => {
    expect(verify.filter(({ verifies }) => verifies).map(({ name }) => name)).toEqual([
      'published',
      'empty body',
      'non-ASCII body',
      'non-ASCII secret',
      'hex in upper case',
      'first of several secrets',
      'one within several secrets',
      'last of several secrets',
    ]);
  });
});
