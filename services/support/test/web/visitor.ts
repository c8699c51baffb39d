/** What a page answered. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Where it says to go on, without the desk's address. */
  location: string | null;
}

interface Request {
  method?: 'POST';
  body?: URLSearchParams;
  headers: Record<string, string>;
}

type Form = Record<string, string | readonly string[]>;

/** A browser, as far as the desk sees one: it keeps cookies, and sends forms with the token of the last page. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private token = '';

  constructor(readonly url: string) {}

  /** Fetches a page; a redirect is not followed. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.send(path, { headers });
    this.token = /name="_csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? this.token;
    return answer;
  }

  /** Sends a form with the token of the last page; a redirect is not followed. */
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

  /** Sends a form and shows the page that it leads to. Throws where it leads to none. */
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
      headers: { ...(cookie && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : location.replace(this.url, ''),
    };
  }

  private keep(line: string): void {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** What a person reads of a page: its words, without marks. */
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
