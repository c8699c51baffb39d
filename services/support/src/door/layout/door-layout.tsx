import type { Contact } from '@hub/door';
import type { ComponentChildren } from 'preact';
import type { Notice } from '../../web/access/session';
import { ActionForm } from '../../web/layout/action-form';
import { SECTIONS, type Section } from './sections';

export interface DoorLayoutProps {
  title: string;
  section: Section | undefined;
  /** Who was let in; null: nobody yet. */
  contact: Contact | null;
  notices: readonly Notice[];
  children: ComponentChildren;
}

/** The frame of every page of the door: skip link, navigation, who is signed in, what the last action came to. */
export function DoorLayout({ title, section, contact, notices, children }: DoorLayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · HUB Network`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/desk.css" />
        <script src="/assets/desk.js" defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {contact && <Header section={section} contact={contact} />}
        <main id="main" tabIndex={-1}>
          <div role="status" aria-live="polite">
            {notices.map(({ kind, text }) => (
              <p class={`notice ${kind}`}>{text}</p>
            ))}
          </div>
          {children}
        </main>
      </body>
    </html>
  );
}

function Header({ section, contact }: { section: Section | undefined; contact: Contact }) {
  return (
    <header class="top">
      <a class="brand" href="/">
        HUB <span>{contact.shopName}</span>
      </a>
      <nav aria-label="Your shop">
        <ul>
          {SECTIONS.map((one) => (
            <li>
              <a href={one.href} aria-current={one.section === section ? 'page' : undefined}>
                {one.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
