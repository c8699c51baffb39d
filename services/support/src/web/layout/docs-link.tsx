import type { Express, Request } from 'express';

const DOCS_URL = 'docsUrl';

/** From here on the pages of the desk link to its documentation. */
export function offerDocs(app: Express, url: string | undefined): void {
  app.locals[DOCS_URL] = url;
}

/** Where the documentation is served. @returns undefined: nowhere, so that there is no link */
export function docsUrlOf(request: Request): string | undefined {
  const url: unknown = request.app.locals[DOCS_URL];
  return typeof url === 'string' ? url : undefined;
}

/** The link to the documentation, in a tab of its own so that the agent's page stays. */
export function DocsLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      Documentation
    </a>
  );
}
