import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import type { OidcSettings } from './oidc-settings';

const TIMEOUT_S = 10;
const THERE_WITHIN_MS = 2_000;

/** The state of a sign-in in progress, in the session of the browser that began it. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the issuer says about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * The issuer as a client sees it. Its addresses and keys are fetched at sign-in, not at the start: the desk runs while
 * the issuer is down. All methods reject if it cannot be reached.
 */
export class Issuer {
  private found: Promise<Configuration> | undefined;

  constructor(private readonly settings: OidcSettings) {}

  /** Whether it answers now: a browser must not be redirected to an issuer that is down. */
  async isThere(): Promise<boolean> {
    const { issuer } = this.settings;
    const description = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    return fetch(description, { signal: AbortSignal.timeout(THERE_WITHIN_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /**
   * The redirect address and the state to keep meanwhile: authorization code with PKCE (RFC 7636).
   * @param silently without asking the person anything: the issuer says whether it still knows them
   */
  async begin({ silently = false } = {}): Promise<{ address: URL; pending: PendingSignIn }> {
    const configuration = await this.configuration();
    const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: this.settings.returnUrl,
      scope: 'openid profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      ...(silently && { prompt: 'none' }),
    });
    return { address, pending };
  }

  /**
   * Exchanges the code for the issuer's claims about this person: state, nonce, audience, times and signature are checked.
   * @param query of the address that the browser returned to
   */
  async finish(query: URLSearchParams, { state, nonce, verifier }: PendingSignIn): Promise<Claims> {
    const configuration = await this.configuration();
    const address = new URL(this.settings.returnUrl);
    address.search = query.toString();
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    if (this.settings.roleClaim in claims || !configuration.serverMetadata().userinfo_endpoint) return claims;
    // Some issuers put only the identity into the token, and the roles into the user info.
    return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  }

  /** Fetched once; again after a failure. */
  private configuration(): Promise<Configuration> {
    this.found ??= this.discover().catch((error: unknown) => {
      this.found = undefined;
      throw error;
    });
    return this.found;
  }

  private discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const address = new URL(issuer);
    return discovery(address, clientId, undefined, ClientSecretBasic(clientSecret), {
      timeout: TIMEOUT_S,
      // Signatures are checked even on tokens that come straight from the issuer; http is for this machine (config.ts).
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}
