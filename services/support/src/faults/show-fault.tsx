import type { Request } from 'express';
import { Away, AWAY_TITLE } from '../web/layout/away';
import { sendPage } from '../web/layout/send-page';
import type { ShowFault } from './fault-error-handler';
import type { Fault } from './judge-fault';

/** A page of the desk. */
export const asPage: ShowFault = (fault, request, response) =>
  sendPage(request, response, pageOf(fault, request, 'To what needs attention'));

/** `{ "error": { code, message, lines, field? } }`, for the `hub` command. */
export const asCommandAnswer: ShowFault = ({ status, code, lines, field }, _request, response) => {
  response.status(status).json({ error: { code, message: lines.join('\n'), lines, field } });
};

/** The content of a page. @param toFirst the text of the link to the first page */
export function pageOf({ of, status, lines }: Fault, request: Request, toFirst: string) {
  if (of === 'database') return { title: AWAY_TITLE, status, content: <Away request={request} /> };
  const content = (
    <>
      <h1>Not done</h1>
      {lines.map((line) => (
        <p>{line}</p>
      ))}
      <p>
        <a href="/">{toFirst}</a>
      </p>
    </>
  );
  return { title: 'Not done', status, content };
}
