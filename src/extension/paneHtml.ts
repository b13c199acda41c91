import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview, type WebviewOptions } from 'vscode';

/** Scripts may run, but only those of the pane itself; nothing outside of the product's files can be loaded. */
export function paneOptions(extension: Uri): WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [Uri.joinPath(extension, 'dist'), Uri.joinPath(extension, 'media')],
  };
}

const titles = { dialog: 'Dialog', context: 'Context', session: 'Session', memory: 'Memory' } as const;

/** The kinds of panes. */
export type PaneName = keyof typeof titles;

/** The icon of a pane's tab. */
export function paneIcon(extension: Uri, name: PaneName): { readonly light: Uri; readonly dark: Uri } {
  const file = (theme: string): Uri => Uri.joinPath(extension, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** The page of a pane, whose program is `dist/webview/<name>Pane.js`: no inline script or style, everything from the extension's folder. */
export function paneHtml(webview: Webview, extension: Uri, name: PaneName): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (...path: string[]): string =>
    webview.asWebviewUri(Uri.joinPath(extension, ...path)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    // Pictures of a session come in its messages; nothing else could be in `data:`.
    `img-src ${webview.cspSource}${name === 'session' ? ' data:' : ''}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('dist', 'webview', 'codicon.css')}">
<link rel="stylesheet" href="${file('dist', 'webview', `${name}Pane.css`)}">
<title>${titles[name]}</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${file('dist', 'webview', `${name}Pane.js`)}"></script>
</body>
</html>`;
}
