import assert from 'node:assert/strict';
import { entryIn, withEntry, withoutEntry, type ConfigFormat } from '../../../src/connect/formats.ts';

const entry = { command: '/state/中文 bin/history', args: ['serve'] };
const written = `{
      "command": "/state/中文 bin/history",
      "args": [
        "serve"
      ]
    }`;

interface Golden {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Where taking the entry out leaves an empty table. */
  readonly removed?: string;
}

const json: readonly Golden[] = [
  {
    name: 'comments and trailing commas',
    before: '{\n  // mine\n  "mcpServers": {\n    "other": {"command": "x"}, // keep\n  },\n}\n',
    after: `{\n  // mine\n  "mcpServers": {\n    "other": {"command": "x"}, // keep\n    "history": ${written},\n  },\n}\n`,
  },
  {
    name: 'a comment behind the last server',
    before: '{\n  "mcpServers": {\n    "b": {} // last\n  },\n  "z": [1]\n}\n',
    after: `{\n  "mcpServers": {\n    "b": {}, // last\n    "history": ${written}\n  },\n  "z": [1]\n}\n`,
  },
  {
    name: 'a table of comments only',
    before: '{\n  "mcpServers": {\n    // none, yet\n  }\n}',
    after: `{\n  "mcpServers": {\n    // none, yet\n    "history": ${written}\n  }\n}`,
  },
  {
    name: 'all in one line',
    before: '{ "mcpServers": { "a": {"command":"x"} /* , */ } }',
    after:
      '{ "mcpServers": { "a": {"command":"x"}, "history": { "command": "/state/中文 bin/history", "args": ["serve"] } /* , */ } }',
  },
  {
    name: 'tabs and CRLF',
    before: '{\r\n\t"x": 1\r\n}\r\n',
    after: `{\r\n\t"x": 1,\r\n\t"mcpServers": {\r\n\t\t"history": {\r\n\t\t\t"command": "/state/中文 bin/history",\r\n\t\t\t"args": [\r\n\t\t\t\t"serve"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n`,
    removed: '{\r\n\t"x": 1,\r\n\t"mcpServers": {\r\n\t}\r\n}\r\n',
  },
  {
    name: 'nothing',
    before: '',
    after: `{\n  "mcpServers": {\n    "history": ${written}\n  }\n}\n`,
    removed: '{\n  "mcpServers": {\n  }\n}\n',
  },
];

const block = '[mcp_servers.history]\ncommand = "/state/中文 bin/history"\nargs = [ "serve" ]\n';

const toml: readonly Golden[] = [
  {
    name: 'comments, odd blanks and other servers',
    before:
      '# mine\nmodel = "o3"   # best\n\n[mcp_servers.other]\ncommand = "x" # keep\nargs = [\n  "a",\n]\n\n[tui]\nx = 1\n',
    after: `# mine\nmodel = "o3"   # best\n\n[mcp_servers.other]\ncommand = "x" # keep\nargs = [\n  "a",\n]\n\n[tui]\nx = 1\n\n${block}`,
  },
  {
    name: 'CRLF',
    before: 'model="x"\r\n',
    after: `model="x"\r\n\r\n${block.replaceAll('\n', '\r\n')}`,
  },
  {
    name: 'an inline table',
    before: 'mcp_servers = { a = { command = "x" } }\n',
    after:
      'mcp_servers = { a = { command = "x" }, history = { command = "/state/中文 bin/history", args = [ "serve" ] } }\n',
  },
  { name: 'nothing', before: '', after: block },
];

function goldenTests(format: ConfigFormat, path: readonly [string, string], cases: readonly Golden[]): void {
  for (const { name, before, after, removed = before } of cases)
    it(`writes and takes out an entry in ${format}: ${name}`, () => {
      assert.equal(withEntry(format, before, path, entry), after);
      assert.equal(withEntry(format, after, path, entry), after);
      const other = withEntry(format, after, path, { command: 'moved' });
      assert.deepEqual(JSON.stringify(entryIn(format, other, path)), '{"command":"moved"}');
      assert.equal(withEntry(format, other, path, entry), after);
      assert.equal(withoutEntry(format, after, path), removed);
      assert.equal(withoutEntry(format, removed, path), removed);
    });
}

describe('the configuration of other programs', () => {
  goldenTests('jsonc', ['mcpServers', 'history'], json);
  goldenTests('toml', ['mcp_servers', 'history'], toml);

  it('goes on where our entry stood among others', () => {
    const text = '{\n  "mcpServers": {\n    "history": {"x":1}, // ours\n    "b": {}\n  }\n}';
    const without = withoutEntry('jsonc', text, ['mcpServers', 'history']);
    assert.equal(without, '{\n  "mcpServers": { // ours\n    "b": {}\n  }\n}');
  });

  const damaged: readonly (readonly [ConfigFormat, string, RegExp])[] = [
    ['jsonc', '{\n  "a": 1\n  "b": 2\n}', /not valid JSON in line 3: CommaExpected/],
    ['jsonc', '[1]', /an object was expected/],
    ['jsonc', '{"mcpServers": [1]}', /mcpServers is no object/],
    ['toml', 'a = \n', /not valid TOML/],
  ];
  for (const [format, text, message] of damaged)
    it(`leaves ${JSON.stringify(text)} alone`, () => {
      assert.throws(() => withEntry(format, text, ['mcpServers', 'history'], entry), {
        code: 'damaged',
        message,
      });
    });
});
