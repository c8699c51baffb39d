import { eventually } from '@hub/testing';
import type { Locator, Page } from 'playwright-core';

/** How an agent works at the desk. */
export type Way = 'mouse' | 'keyboard';

/** No agent tabs through more elements than that. */
const MOST_TABS = 120;

/** A hand at the desk, which counts what it does: clicks, or what Enter was pressed on. Typing is not counted. */
export class DeskHand {
  /** Clicks, or elements that were chosen by the keyboard, since the count began. */
  count = 0;

  constructor(
    readonly page: Page,
    private readonly way: Way,
  ) {}

  /** A new count for what follows, from the page that is open. */
  async begin(path: string): Promise<void> {
    // What was pressed last may still be on its way to its page, and interrupts.
    await eventually(() => this.page.goto(path));
    this.count = 0;
  }

  async press(place: Locator): Promise<void> {
    this.count += 1;
    await place.waitFor();
    if (this.way === 'mouse') return place.click();
    await this.reach(place);
    await this.page.keyboard.press('Enter');
  }

  async type(place: Locator, text: string): Promise<void> {
    await place.waitFor();
    if (this.way === 'mouse') return place.fill(text);
    await this.reach(place);
    await this.page.keyboard.type(text);
  }

  link(name: string | RegExp, within: Locator = this.page.locator('#main')): Promise<void> {
    return this.press(within.getByRole('link', { name }).first());
  }

  /** The link that begins with this word, or this number of an order: ids of orders begin with those of others. */
  linkOf(word: string, within: Locator): Promise<void> {
    return this.press(within.getByRole('link', { name: new RegExp(`^#?${word}( |$)`) }));
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.locator('#main').getByRole('button', { name }).first());
  }

  /** From the top of the page by Tab alone, past everything that takes the focus before. */
  private async reach(place: Locator): Promise<void> {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await place.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${MOST_TABS} times Tab do not lead to ${String(place)}`);
  }
}
