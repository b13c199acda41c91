import type { Page } from 'playwright-core';
import type { Texts } from './texts.ts';
import { paneShowings } from './panes.ts';
import { questionShowings } from './questions.ts';
import { viewNames } from './texts.ts';
import { viewShowings } from './views.ts';

/** A window to take pictures of. */
export interface PictureWindow {
  readonly page: Page;
  readonly texts: Texts;
}

/** Brings something into the window, and waits until all of it is there. */
export type Show = (window: PictureWindow) => Promise<unknown>;

/** Something to take pictures of. */
export interface Showing {
  readonly name: string;
  /** A view is a part of the side bar, and looked at in narrow ones. */
  readonly kind: 'view' | 'pane' | 'question';
  readonly show: Show;
}

/** Ways to show something; the key is what its pictures are called after its own name, empty for no more. */
export type Showings = Readonly<Record<string, Show>>;

/** All there is to see. A pane that has no showing does not compile, a view without one is an error. */
export function allShowings(): readonly Showing[] {
  const views = viewNames().map((view): [string, Showings] => {
    const showings = viewShowings[view];
    if (!showings) throw new Error(`No picture shows the view “${view}”: add it to test/pictures/views.ts.`);
    return [view, showings];
  });
  const panes: readonly [string, Showings][] = Object.entries(paneShowings);
  return [
    ...views.flatMap((view) => named('view', view)),
    ...panes.flatMap((pane) => named('pane', pane)),
    ...named('question', ['', questionShowings]),
  ];
}

function named(kind: Showing['kind'], [own, showings]: readonly [string, Showings]): readonly Showing[] {
  return Object.entries(showings).map(([more, show]) => ({
    kind,
    name: [kind, own, more].filter((part) => part !== '').join('-'),
    show,
  }));
}
