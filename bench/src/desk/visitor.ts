/**
 * An agent signed in at the desk, without a browser: keeps the cookies, sends forms with the token of the last page.
 */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private token = '';

  constructor(private readonly root: string) {}

  async signIn(name: string, password: string): Promise<void> {
    await this.get('/sign-in');
    await this.post('/sign-in', { name, password });
    // The session is new, and so is its token.
    const { status } = await this.get('/audit');
    if (status !== 200) throw new Error(`signing in at the desk led to ${status}`);
  }

  /** A redirect is not followed. */
  async get(path: string): Promise<{ status: number }> {
    const answer = await this.send(path, {});
    const text = await answer.text();
    this.token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.token;
    return { status: answer.status };
  }

  /** Follows the redirect. */
  async follow(path: string): Promise<{ status: number }> {
    const answer = await this.send(path, {});
    await answer.text();
    const location = answer.headers.get('location');
    return answer.status === 303 && location !== null ? this.follow(location) : { status: answer.status };
  }

  /** @returns the redirect's address */
  async post(path: string, form: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ _csrf: this.token, ...form });
    const answer = await this.send(path, { method: 'POST', body });
    await answer.text();
    const location = answer.headers.get('location');
    if (answer.status !== 303 || location === null) throw new Error(`POST ${path} answered ${answer.status}`);
    return location;
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(this.root + path, {
      ...init,
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}
