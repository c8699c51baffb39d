import type { Contact } from '@hub/desk/door';
import type { ComponentChildren } from 'preact';
import type { Notice } from '../../web/access/browser-state';
import { ActionForm } from '../../web/layout/action-form';
import { Frame, Navigation } from '../../web/layout/frame';
import { SECTIONS, type Section } from './sections';

export interface DoorLayoutProps {
  title: string;
  section: Section | undefined;
  /** The signed-in contact; null: none yet. */
  contact: Contact | null;
  notices: readonly Notice[];
  children: ComponentChildren;
}

/** A page of the door, with its navigation and the signed-in contact. */
export function DoorLayout({ title, section, contact, notices, children }: DoorLayoutProps) {
  const header = contact && <Header section={section} contact={contact} />;
  return <Frame {...{ title, header, notices, children }} of="HUB Network" />;
}

function Header({ section, contact }: { section: Section | undefined; contact: Contact }) {
  return (
    <header class="top">
      <a class="brand" href="/">
        HUB <span>{contact.shopName}</span>
      </a>
      <Navigation label="Your shop" sections={SECTIONS} current={section} />
      <ActionForm action="/sign-out" class="who aside" label="Account">
        <span>
          {contact.shop} <small>{contact.contact}</small>
        </span>
        <button type="submit" class="quiet">
          Sign out
        </button>
      </ActionForm>
    </header>
  );
}
