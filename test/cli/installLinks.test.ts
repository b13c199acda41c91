import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { withCli } from './withCli.ts';

const root = resolve(__dirname, '../..');

/** Links that install the server, by the page they are on. */
const linksOn = (page: string): readonly URL[] =>
  [...fs.readFileSync(join(root, page), 'utf8').matchAll(/\]\((https:[^)\s]*install[^)\s]*)\)/g)].map(
    ([, link = '']) => new URL(link),
  );

/** What a link makes an editor write: the name of the server, and its entry. */
function entryOf({ host, searchParams }: URL): unknown {
  const config = searchParams.get('config') ?? '';
  const text = host === 'cursor.com' ? Buffer.from(config, 'base64').toString() : config;
  return { [searchParams.get('name') ?? '']: JSON.parse(text) as unknown };
}

describe('links that install the server with a click', () => {
  for (const page of ['README.md', 'README.zh-CN.md', 'docs/agents.md', 'docs/agents.zh-CN.md'])
    it(`on ${page} write what setup writes for a project`, () =>
      withCli(async ({ cli, project }) => {
        const { code, stderr } = await cli(['setup', 'vscode', 'cursor', '--scope', 'project']);
        assert.equal(code, 0, stderr);
        const written = (file: string, table: string): unknown =>
          (JSON.parse(fs.readFileSync(join(project, file), 'utf8')) as Record<string, unknown>)[table];
        const links = linksOn(page);
        assert.deepEqual(
          links.map(({ host, pathname }) => `${host}${pathname}`),
          ['insiders.vscode.dev/redirect/mcp/install', 'cursor.com/en/install-mcp'],
        );
        assert.deepEqual(links.map(entryOf), [
          written('.vscode/mcp.json', 'servers'),
          written('.cursor/mcp.json', 'mcpServers'),
        ]);
      }));
});
