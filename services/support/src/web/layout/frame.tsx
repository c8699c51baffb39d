import type { ComponentChildren } from 'preact';
import type { Undo } from '@hub/desk/engine';
import type { Notice } from '../access/browser-state';
import { ActionForm } from './action-form';
import { TimedText } from './timed-text';

export interface FrameProps {
  title: string;
  /** How many problems are open, before the title; unless given, nothing. */
  open?: number;
  /** The site's name, after the title. */
  of: string;
  header: ComponentChildren;
  notices: readonly Notice[];
  children: ComponentChildren;
}

/** The frame of every page of desk and door: skip link, header, result of the last action. */
export function Frame({ title, open = 0, of, header, notices, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta
          name="htmx-config"
          content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"ignoreTitle":true,"timeout":10000}'
        />
        <title>{`${open > 0 ? `(${open}) ` : ''}${title} · ${of}`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/desk.css" />
        <link rel="stylesheet" href="/assets/charts.css" />
        <script src="/assets/htmx.js" defer />
        <script src="/assets/idiomorph.js" defer />
        <script src="/assets/desk.js" defer />
      </head>
      <body hx-ext="morph">
        <a class="skip" href="#main">
          Skip to content
        </a>
        {header}
        <main id="main" tabIndex={-1}>
          <div id="stale" role="status" aria-live="polite" />
          <div role="status" aria-live="polite">
            {notices.map(({ kind, text, undo }) => (
              <div class={`notice ${kind}`}>
                <TimedText text={text} />
                {undo && <UndoButton {...undo} />}
              </div>
            ))}
          </div>
          {children}
        </main>
      </body>
    </html>
  );
}

export interface SectionLink {
  section: string;
  href: string;
  name: string;
  /** The key that opens it, after `g`. */
  letter?: string;
}

/** The sections of desk or door, with the current one marked. */
export function Navigation({
  label,
  sections,
  current,
  children,
}: {
  label: string;
  sections: readonly SectionLink[];
  current: string | undefined;
  /** After the last section. */
  children?: ComponentChildren;
}) {
  return (
    <nav aria-label={label}>
      <ul>
        {sections.map(({ section, href, name, letter }) => (
          <li>
            <a href={href} aria-current={section === current ? 'page' : undefined} data-letter={letter}>
              {name}
            </a>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </nav>
  );
}

function UndoButton({ path, label, fields }: Undo) {
  return (
    <ActionForm action={path} label={label}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="quiet">
        {label}
      </button>
    </ActionForm>
  );
}
