import type { ShopMail } from '../shops/mail-addresses';
import { caseReason } from './case-labels';
import { CASES, extent } from './case-state';
import { caseTitle } from './causes';
import type { ListedCase } from './list-cases';

/** The mail in which an agent asks a lead about a case, ready to be sent. Without personal data. @param due when a promise ends */
export function askLeadOfCase(one: ListedCase, due: Date | undefined): ShopMail {
  const title = caseTitle(one);
  const reason = caseReason(one);
  return {
    subject: title,
    text: [
      'Hello,',
      `please look at this case: ${title}${reason === null ? '' : ` (${reason})`}.`,
      `${extent(one)}.${due ? ` Due ${due.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : ''}`,
      `At the support desk: ${CASES}/${one.id}`,
    ].join('\n\n'),
    to: [],
  };
}
