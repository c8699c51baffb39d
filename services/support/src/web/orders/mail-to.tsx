import type { ShopMail } from '@hub/support-desk';
import { CopyButton } from '../layout/copied';

/** A mail to the people of a shop, ready to be sent from the agent's own program. @param label of its button */
export function MailTo({ mail: { to, subject, text }, label }: { mail: ShopMail; label: string }) {
  const address = `mailto:${to.join(',')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <>
      <p class="actions">
        <a class="button quiet" href={address}>
          {label}
          {to.length > 0 && ` (${to.join(', ')})`}
        </a>
      </p>
      {to.length === 0 && <p class="soft">Its sheet has no e-mail address of a contact.</p>}
      <details>
        <summary>The text of the mail</summary>
        <pre tabIndex={0}>{`${subject}\n\n${text}`}</pre>
        <CopyButton text={`${subject}\n\n${text}`} name="the text of the mail" />
      </details>
    </>
  );
}
