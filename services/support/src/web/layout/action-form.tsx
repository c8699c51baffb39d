import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

/** The token of our own forms, so that no other site can submit them. */
export const CsrfToken = createContext('');

export interface ActionFormProps {
  /** Unless given, the address of the page. */
  action?: string | undefined;
  children: ComponentChildren;
  class?: string;
  /** Names the form for people who do not see it. */
  label?: string;
  /** It only searches, by a text that must not be part of an address. */
  search?: boolean;
}

/** A form that changes something: sent as POST, with the token. */
export function ActionForm({ action, children, class: className, label, search = false }: ActionFormProps) {
  const token = useContext(CsrfToken);
  return (
    <form
      method="post"
      action={action}
      class={className}
      aria-label={label}
      role={search ? 'search' : undefined}
    >
      <input type="hidden" name="_csrf" value={token} />
      {children}
    </form>
  );
}
