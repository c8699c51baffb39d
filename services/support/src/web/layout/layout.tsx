import type { ComponentChildren } from 'preact';
import type { Notice } from '../access/session';
import type { Viewer } from '../access/viewer';
import { ActionForm } from './action-form';

const SECTIONS = [
  { section: 'attention', href: '/', name: 'Attention' },
  { section: 'dead-letters', href: '/dead-letters', name: 'Dead letters' },
  { section: 'alerts', href: '/alerts', name: 'Alerts' },
  { section: 'events', href: '/events', name: 'Events' },
  { section: 'orders', href: '/orders', name: 'Orders' },
  { section: 'shops', href: '/shops', name: 'Shops' },
  { section: 'audit', href: '/audit', name: 'Audit' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];

export interface LayoutProps {
  title: string;
  section: Section | undefined;
  viewer: Viewer | undefined;
  notices: readonly Notice[];
  search: string;
  children: ComponentChildren;
}

/** The frame of every page: skip link, navigation, who is signed in, what the last action came to. */
export function Layout({ title, section, viewer, notices, search, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="htmx-config"
          content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true}'
        />
        <title>{`${title} · HUB support desk`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/desk.css" />
        <script src="/assets/htmx.js" defer />
        <script src="/assets/idiomorph.js" defer />
        <script src="/assets/desk.js" defer />
      </head>
      <body hx-ext="morph">
        <a class="skip" href="#main">
          Skip to content
        </a>
        {viewer && <Header section={section} viewer={viewer} search={search} />}
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

function Header({
  section,
  viewer,
  search,
}: {
  section: Section | undefined;
  viewer: Viewer;
  search: string;
}) {
  return (
    <header class="top">
      <a class="brand" href="/">
        HUB <span>support desk</span>
      </a>
      <nav aria-label="Desk">
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
      <form class="search" role="search" action="/orders">
        <label for="order-search">Find an order</label>
        <input
          id="order-search"
          type="search"
          name="q"
          value={search}
          placeholder="order, reference, tracking…"
        />
      </form>
      <ActionForm action="/sign-out" class="who" label="Account">
        <span>
          {viewer.name} <small>{viewer.role}</small>
        </span>
        <button type="submit" class="quiet">
          Sign out
        </button>
      </ActionForm>
    </header>
  );
}
