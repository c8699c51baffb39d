/** A page's answer. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The redirect path, without the desk's address. */
  location: string | null;
}

interface Request {
  method?: 'POST';
  body?: URLSearchParams;
  headers: Record<string, string>;
}

/** Shows the byte order mark of a file too. */
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

type Form = Record<string, string | readonly string[]>;

/** A browser, as far as the desk can tell: it keeps cookies, and submits forms with the token of the last page. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private token = '';

  constructor(readonly url: string) {}

  /** Fetches a page without following a redirect. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.send(path, { headers });
    this.token = /name="_csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? this.token;
    return answer;
  }

  /** Submits a form with the token of the last page, without following a redirect. */
  post(path: string, form: Form = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ _csrf: this.token, ...form }))
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
    return this.send(path, {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  /** Submits a form and returns the page that it redirects to. Throws if there is no redirect. */
  async postAndFollow(path: string, form: Form = {}): Promise<Answer> {
    const answer = await this.post(path, form);
    if (answer.status !== 303 || answer.location === null)
      throw new Error(`POST ${path} led nowhere: ${answer.status} ${textOf(answer.text)}`);
    return this.get(answer.location);
  }

  /** Fills in the sign-in form. */
  async signIn(name: string, password: string): Promise<Answer> {
    await this.get('/sign-in');
    const answer = await this.post('/sign-in', { name, password });
    // The token is the session's, and the session is a new one.
    if (answer.status === 303) await this.get('/audit');
    return answer;
  }

  private async send(path: string, { headers, ...request }: Request): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.url), {
      ...request,
      redirect: 'manual',
      // Compressing each page for a test that reads it again is a twentieth of what the desk's tests cost.
      headers: { 'accept-encoding': 'identity', ...(cookie && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: UTF_8.decode(await response.arrayBuffer()),
      location: location === null ? null : location.replace(this.url, ''),
    };
  }

  private keep(line: string): void {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The text of a page as a person reads it, without markup. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
