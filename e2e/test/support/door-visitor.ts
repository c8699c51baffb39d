/** A person of a shop at its own door, signed in: as a browser, with cookies and the forms of its pages. */
export class DoorVisitor {
  private readonly cookies = new Map<string, string>();
  private token = '';

  private constructor(private readonly url: string) {}

  /** @param link as `hub door link` prints it */
  static async signIn(url: string, link: string): Promise<DoorVisitor> {
    const visitor = new DoorVisitor(url);
    const path = new URL(link).pathname;
    await visitor.get(path);
    await visitor.post(path);
    await visitor.get('/golive');
    return visitor;
  }

  async get(path: string): Promise<string> {
    const { text } = await this.send(path, {});
    this.token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.token;
    return text;
  }

  /** Sends a form of the last page. Throws where it leads to no other page. */
  async post(path: string, form: Record<string, string> = {}): Promise<void> {
    const body = new URLSearchParams({ _csrf: this.token, ...form });
    const { status, text } = await this.send(path, { method: 'POST', body });
    if (status !== 303)
      throw new Error(`POST ${path}: ${status} ${text.replace(/<[^>]+>/g, ' ').slice(0, 500)}`);
  }

  private async send(path: string, given: { method?: 'POST'; body?: URLSearchParams }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) };
    const response = await fetch(new URL(path, this.url), { ...given, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      this.cookies.set(name, value);
    }
    return { status: response.status, text: await response.text() };
  }
}
