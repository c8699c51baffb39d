import { generateKeyPairSync, sign } from 'node:crypto';
import Provider from 'oidc-provider';

/**
 * An issuer in its own process: the name typed at sign-in is the person's name. It assigns roles by that name, and for
 * some names it issues tokens as no honest issuer does.
 */
const { PORT = '', RETURN_URL = '' } = process.env;
const ROLES: Record<string, string | string[]> = {
  vic: 'viewer',
  lea: ['accounts', 'viewer', 'lead'],
  nora: ['accounts'],
};
/** People whose display name is another person's. */
const NAMES: Record<string, string> = { mallory: 'ada' };
/** Their role is in the user info only. */
const ASKED_FOR = new Set(['una']);

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [{ client_id: 'desk', client_secret: 'secret-of-the-desk', redirect_uris: [RETURN_URL] }],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'roles'] },
  // Claims in the ID token itself, as most issuers do.
  conformIdTokenClaims: false,
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: (use) => ({
      sub,
      preferred_username: `${NAMES[sub] ?? sub}@example.com`,
      ...(use === 'id_token' && ASKED_FOR.has(sub)
        ? {}
        : { roles: ASKED_FOR.has(sub) ? 'agent' : (ROLES[sub] ?? 'agent') }),
    }),
  }),
});

type Payload = Record<string, unknown>;
const CHANGES: Record<string, (payload: Payload) => Payload> = {
  expired: (payload) => ({ ...payload, iat: 1_700_000_000, exp: 1_700_000_060 }),
  elsewhere: (payload) => ({ ...payload, aud: 'another-client' }),
  replayed: (payload) => ({ ...payload, nonce: 'of-another-sign-in' }),
  impostor: (payload) => ({ ...payload, iss: 'https://issuer.example' }),
};

provider.use(async (context, next) => {
  await next();
  const body: unknown = context.body;
  if (context.path !== '/token' || !isTokenAnswer(body)) return;
  context.body = { ...body, id_token: changed(body.id_token) };
});

function changed(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const payload: Payload = JSON.parse(Buffer.from(body, 'base64url').toString());
  const sub = String(payload['sub']);
  if (sub === 'forged') return `${head}.${encode({ ...payload, roles: ['lead'] })}.${signature}`;
  const change = CHANGES[sub];
  if (!change) return token;
  const text = `${head}.${encode(change(payload))}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function isTokenAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';
}

provider.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
