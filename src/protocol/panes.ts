import { briefPaneStrings } from './briefPaneStrings.ts';
import { contextPaneStrings } from './contextPaneStrings.ts';
import { dialogPaneStrings } from './dialogPaneStrings.ts';
import { doctorPaneStrings } from './doctorPaneStrings.ts';
import { insightPaneStrings } from './insightPaneStrings.ts';
import { memoryPaneStrings } from './memoryPaneStrings.ts';
import { sessionPaneStrings } from './sessionPaneStrings.ts';

interface PaneDefinition {
  /** Title of the page, for screen readers. */
  readonly title: string;
  /** The English texts. */
  readonly strings: Readonly<Record<string, string>>;
  /** Whether messages contain pictures, as `data:`. */
  readonly pictures?: boolean;
}

/**
 * All kinds of panes, as used by the build, the page, the editor's tabs and the tests. A pane's program is
 * `src/webview/<name>Pane.tsx`; its icons are `media/<name>-dark.svg` and `-light.svg`.
 */
export const panes = {
  dialog: { title: 'Dialog', strings: dialogPaneStrings },
  context: { title: 'Context', strings: contextPaneStrings },
  session: { title: 'Session', strings: sessionPaneStrings, pictures: true },
  memory: { title: 'Memory', strings: memoryPaneStrings },
  doctor: { title: 'Overview', strings: doctorPaneStrings },
  brief: { title: 'Brief', strings: briefPaneStrings },
  insight: { title: 'Insight', strings: insightPaneStrings },
} as const satisfies Readonly<Record<string, PaneDefinition>>;

export type PaneName = keyof typeof panes;

export const paneNames: readonly PaneName[] = Object.keys(panes).filter((name) => isPaneName(name));

function isPaneName(name: string): name is PaneName {
  return Object.hasOwn(panes, name);
}

/** Returns the view type of a pane, by which the editor restores its tabs after a reload. */
export const paneViewType = (name: PaneName): string => `historyStore.${name}`;

/** Environment of a page. */
export interface PagePlace {
  /** BCP 47 tag. */
  readonly language: string;
  /** Authorizes the page's own script in the content security policy; unique per page. */
  readonly nonce: string;
  /** Source of styles, fonts and pictures in the content security policy. */
  readonly source: string;
  /** Returns the URI of a file in `dist/webview`. */
  readonly address: (file: string) => string;
}

/**
 * Creates a pane's page, without inline scripts or styles and with only the product's own files. The nonce also
 * authorizes the parts that the script imports.
 */
export function panePage(name: PaneName, { language, nonce, source, address }: PagePlace): string {
  const { title, pictures = false }: PaneDefinition = panes[name];
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source}${pictures ? ' data:' : ''}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address('codicon.css')}">
<link rel="stylesheet" href="${address(`${name}Pane.css`)}">
<title>${title}</title>
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${address(`${name}Pane.js`)}"></script>
</body>
</html>`;
}
