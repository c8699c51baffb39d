import type { ShopMail } from '@hub/desk/shops';
import { CopyButton } from '../layout/copied';

export interface MailToProps {
  mail: ShopMail;
  /** Of its button. */
  label: string;
  /** Who is asked at their own address, which the agent knows. */
  isToColleague?: boolean;
}

/** A mail to the people of a shop, or to a colleague, ready to be sent from the agent's own program. */
export function MailTo({ mail: { to, subject, text }, label, isToColleague = false }: MailToProps) {
  const address = `mailto:${to.join(',')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <>
      <p class="actions">
        <a class="button quiet" href={address}>
          {label}
          {to.length > 0 && ` (${to.join(', ')})`}
        </a>
      </p>
      {to.length === 0 && !isToColleague && <p class="soft">Its sheet has no e-mail address of a contact.</p>}
      <details>
        <summary>The text of the mail</summary>
        <pre tabIndex={0}>{`${subject}\n\n${text}`}</pre>
        <CopyButton text={`${subject}\n\n${text}`} name="the text of the mail" />
      </details>
    </>
  );
}
