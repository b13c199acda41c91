import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { paneNames, panePage, type PaneName } from '../../src/protocol/panes.ts';
import { projectRoot } from '../editor/places.ts';

export const themes = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
export type Theme = (typeof themes)[number];

interface ThemeFile {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** Where the built pane is; another place can be given to try a build without touching `dist`. */
const dist = process.env.PANE_DIST ?? join(projectRoot, 'dist/webview');

/** The colours of a theme, as VS Code gave them to a webview. */
export function readTheme(theme: Theme): ThemeFile {
  return JSON.parse(readFileSync(join(__dirname, 'themes', `${theme}.json`), 'utf8')) as ThemeFile;
}

/** Serves the built panes, each in the page the extension makes, with the colours of a theme: `/dialog?theme=dark`. */
export async function servePane(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const theme = themes.find((name) => name === searchParams.get('theme')) ?? 'dark';
    const name = paneNames.find((pane) => pathname === `/${pane}`);
    if (name !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(name, theme));
    } else if (pathname === '/theme.css') {
      response.setHeader('content-type', 'text/css');
      response.end(themeCss(theme));
    } else if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
    } else {
      response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
      response.end(readFileSync(join(dist, pathname)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function page(name: PaneName, theme: Theme): string {
  const address = (file: string): string => `/${file}`;
  return panePage(name, { language: 'en', nonce: 'dGVzdA==', source: "'self'", address })
    .replace('<head>', `<head>\n<link rel="stylesheet" href="/theme.css?theme=${theme}">`)
    .replace('<body>', `<body class="${readTheme(theme).bodyClass}">`);
}

function themeCss(theme: Theme): string {
  const variables = Object.entries(readTheme(theme).variables).map(([name, value]) => `${name}: ${value};`);
  const defaults = readFileSync(join(__dirname, 'themes/webview.css'), 'utf8');
  return `:root { ${variables.join('\n')} }\n${defaults}`;
}
