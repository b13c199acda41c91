import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { connectableAgents, type ConnectableAgent } from '../../../src/connect/agents.ts';
import { scopes, type Around, type Scope } from '../../../src/agents/profile/machine.ts';
import type { ConfigFormat } from '../../../src/agents/profile/parts.ts';
import { connecting, disconnecting, partsOf } from '../../../src/connect/plan.ts';
import { withMachine } from './withMachine.ts';

/** What a person has in the file of an agent, in the form people and programs leave it in. */
const persons: Readonly<Record<ConfigFormat, string>> = {
  jsonc:
    '{\n  // mine\n  "theme": "dark", // trailing\n  "mcpServers": {\n    "other": { "command": "x", "args": ["a", "b"] },\n  },\n' +
    '  "hooks": {\n    "PreCompact": [\n      { "hooks": [{ "type": "command", "command": "mine" }] }\n    ]\n  },\n}\n',
  toml: '# mine\nmodel = "o3"\n\n[mcp_servers.other]\ncommand = "x" # keep\n',
  yaml: '# mine\nname: Mine\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: other # keep\n    command: x\n',
  text: '# Rules of this project\n\nBe kind.\n',
};

/** All that is written for an agent: into no file, and into those of a person. */
async function goldenOf(
  agent: ConnectableAgent,
  scope: Scope,
  persona: 'no file' | 'a file',
): Promise<string> {
  let golden = '';
  await withMachine(async ({ around, apply, write, read }) => {
    const parts = partsOf([agent], [scope], around);
    if (persona === 'a file') for (const { path, part } of parts) await write(path, persons[part.format]);
    const options = { scope, hooks: true, rules: { kind: 'minimal', language: 'en' } } as const;
    await apply(await connecting([agent], options, around));
    for (const path of new Set(parts.map((part) => part.path))) {
      const kinds = parts.filter((part) => part.path === path).map(({ part }) => part.kind);
      const text = (await read(path))?.replace(/^AGENT RULES[^]*?(?=\n<!-- end)/m, '…the rules…') ?? '';
      const head = `=== ${agent.id}, ${scope}, ${persona}: ${kinds.join(' and ')} in ${placeOf(path, around)}`;
      golden += `${head}\n${placeOf(text, around)}\n`;
    }
    await apply(await disconnecting([agent], { scopes }, around));
    for (const { path, part } of parts)
      assert.equal(await read(path), persona === 'a file' ? persons[part.format] : undefined);
  });
  return golden;
}

/** A text without the folders of this test. */
const placeOf = (text: string, { project, machine }: Around): string =>
  text.replaceAll(machine.home, '<home>').replaceAll(project, '<project>');

describe('what is written for agents', function () {
  if (process.platform === 'win32') return; // paths and their quotes differ

  it('is what the golden file shows, and goes again', async () => {
    const goldens: string[] = [];
    for (const agent of connectableAgents)
      for (const scope of scopes)
        for (const persona of ['no file', 'a file'] as const)
          goldens.push(await goldenOf(agent, scope, persona));
    const file = join(__dirname, 'agents.golden.txt');
    const written = goldens.join('');
    const golden = await fs.readFile(file, 'utf8').catch(() => '');
    if (golden === '') await fs.writeFile(file, written); // to be looked at before it is committed
    assert.equal(written, golden);
  });
});
