import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview, type WebviewOptions } from 'vscode';
import { panePage, type PaneName } from '../../protocol/panes.ts';

/** Scripts may run, but only those of the pane itself; nothing outside of the product's files can be loaded. */
export function paneOptions(extension: Uri): WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [Uri.joinPath(extension, 'dist'), Uri.joinPath(extension, 'media')],
  };
}

/** The icon of a pane's tab. */
export function paneIcon(extension: Uri, name: PaneName): { readonly light: Uri; readonly dark: Uri } {
  const file = (theme: string): Uri => Uri.joinPath(extension, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** The page of a pane in its tab. */
export const paneHtml = (webview: Webview, extension: Uri, name: PaneName): string =>
  panePage(name, {
    language: env.language,
    nonce: randomBytes(16).toString('base64'),
    source: webview.cspSource,
    address: (file) => webview.asWebviewUri(Uri.joinPath(extension, 'dist', 'webview', file)).toString(),
  });
