import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { connectableAgents } from '../../../src/connect/agents.ts';
import { hookOf, startOf } from '../../../src/connect/launcher.ts';
import { isObject } from '../../../src/disk/base/core.ts';
import { launcherState, type Machine } from '../../../src/disk/base/stateFolder.ts';

/** Agents that hand lines to PowerShell on Windows, and the field of a hook in which these stand. */
const fields = new Map([
  ['claude', 'command'],
  ['gemini', 'command'],
  ['qwen', 'command'],
  ['cursor', 'command'],
  ['codex', 'commandWindows'],
  ['copilot-cli', 'powershell'],
  ['agent-host', 'powershell'],
]);

/** What Cursor makes of a line: it writes the input of a hook into a file. */
const inCursor = (line: string): string =>
  `$OutputEncoding = [System.Text.Encoding]::UTF8; Get-Content -LiteralPath 'C:\\x.json' -Raw | & { $input | ${line} }`;

/** The lines of an agent's hooks for PowerShell. */
function linesOf(id: string, machine: Machine): readonly string[] {
  const rules = { kind: 'minimal', language: 'en', text: '' } as const;
  const wanted = { server: startOf(machine), hook: hookOf(machine), rules };
  const parts = connectableAgents.find((agent) => agent.id === id)?.parts ?? [];
  const values = parts.filter(({ kind }) => kind === 'hooks').flatMap((part) => part.values(wanted));
  return values.flatMap(({ value }) => textsAt(value, fields.get(id) ?? ''));
}

function textsAt(value: unknown, field: string): readonly string[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap((inner) => textsAt(inner, field)) : [];
  const inner = Object.values(value).flatMap((one) => textsAt(one, field));
  const here = value[field];
  return typeof here === 'string' ? [here, ...inner] : inner;
}

describe('lines for PowerShell', () => {
  const parser: { now?: Parser } = {};
  before(async () => {
    await Parser.init();
    const grammar = join(
      require.resolve('tree-sitter-powershell/package.json'),
      '../tree-sitter-powershell.wasm',
    );
    parser.now = new Parser().setLanguage(await Language.load(grammar));
  });
  const tree = (line: string) => {
    const root = parser.now?.parse(line)?.rootNode;
    assert.ok(root);
    return root;
  };

  it('have no error that its grammar finds, and call the launcher', () => {
    for (const name of [
      'me',
      'Jörg Müller',
      '中文',
      "O'Brien",
      'a & b',
      '50 %x% $env:x `n',
      'a^b!',
      'x(1)',
      '$(calc)',
    ]) {
      const env = { LOCALAPPDATA: `C:\\Users\\${name}\\AppData\\Local` };
      const machine: Machine = { home: `C:\\Users\\${name}`, platform: 'win32', env };
      for (const id of fields.keys()) {
        const lines = linesOf(id, machine);
        assert.ok(lines.length > 1, id);
        for (const line of lines) {
          const root = tree(line);
          assert.ok(!root.hasError, `${id}: ${line}`);
          assert.ok(!tree(inCursor(line)).hasError, line);
          const commands = root.descendantsOfType('command');
          assert.equal(commands.length, 1, line);
          const [called] = root.descendantsOfType('verbatim_string_characters');
          const path = called?.text.slice(1, -1).replaceAll("''", "'") ?? '';
          assert.ok(path.startsWith(launcherState(machine)), `${id}: ${path}`);
        }
      }
    }
  });

  it('would have one in the form for cmd and sh', () => {
    const line = '"C:\\Program Files\\mcp-history-store.cmd" hook';
    assert.ok(tree(line).hasError);
    assert.ok(tree(inCursor(line)).hasError);
  });
});
