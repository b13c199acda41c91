import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
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

const nonce = 'dGVzdA==';

/** Where the built pane is; another place can be given to try a build without touching `dist`. */
const dist = process.env.PANE_DIST ?? join(projectRoot, 'dist/webview');

/** The colours of a theme, as VS Code gave them to a webview. */
export function readTheme(theme: Theme): ThemeFile {
  return JSON.parse(readFileSync(join(__dirname, 'themes', `${theme}.json`), 'utf8')) as ThemeFile;
}

/** The panes, by the name of their program. */
export type PaneName = (typeof panes)[number];
const panes = ['dialogPane', 'contextPane', 'sessionPane', 'memoryPane'] as const;

/** Serves the built panes, each in a page like the one the extension makes: `/dialogPane?theme=dark`, under the same policy. */
export async function servePane(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const theme = themes.find((name) => name === searchParams.get('theme')) ?? 'dark';
    if (panes.some((pane) => pathname === `/${pane}`)) {
      response.setHeader('content-security-policy', policyOf(pathname));
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(pathname, theme));
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

const policyOf = (path: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self'${path === '/sessionPane' ? ' data:' : ''}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');

function page(path: string, theme: Theme): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="stylesheet" href="/theme.css?theme=${theme}">
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="${path}.css">
<title>Pane</title>
</head>
<body class="${readTheme(theme).bodyClass}">
<div id="root"></div>
<script nonce="${nonce}" src="${path}.js"></script>
</body>
</html>`;
}

function themeCss(theme: Theme): string {
  const variables = Object.entries(readTheme(theme).variables).map(([name, value]) => `${name}: ${value};`);
  const defaults = readFileSync(join(__dirname, 'themes/webview.css'), 'utf8');
  return `:root { ${variables.join('\n')} }\n${defaults}`;
}
