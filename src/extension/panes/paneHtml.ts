import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview, type WebviewOptions } from 'vscode';
import { panePage, type PaneName } from '../../protocol/panes.ts';

/** Returns options that allow only the pane's own scripts and the product's files. */
export function paneOptions(extension: Uri): WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [Uri.joinPath(extension, 'dist'), Uri.joinPath(extension, 'media')],
  };
}

/** Returns the icon of a pane's tab. */
export function paneIcon(extension: Uri, name: PaneName): { readonly light: Uri; readonly dark: Uri } {
  const file = (theme: string): Uri => Uri.joinPath(extension, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** Returns the page of a pane in its tab. */
export const paneHtml = (webview: Webview, extension: Uri, name: PaneName): string =>
  panePage(name, {
    language: env.language,
    nonce: randomBytes(16).toString('base64'),
    source: webview.cspSource,
    address: (file) => webview.asWebviewUri(Uri.joinPath(extension, 'dist', 'webview', file)).toString(),
  });
