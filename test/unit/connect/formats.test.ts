import assert from 'node:assert/strict';
import { itemIn, withItem, withoutItem } from '../../../src/connect/formats.ts';
import type { ConfigFormat, Item } from '../../../src/agents/profile/parts.ts';

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
    removed: '{\r\n\t"x": 1,\r\n\t"mcpServers": {}\r\n}\r\n',
  },
  {
    name: 'nothing',
    before: '',
    after: `{\n  "mcpServers": {\n    "history": ${written}\n  }\n}\n`,
    removed: '{\n  "mcpServers": {}\n}\n',
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

const inTable = (path: readonly string[]): Item => ({ kind: 'entry', path });

function goldenTests(format: ConfigFormat, item: Item, cases: readonly Golden[]): void {
  for (const { name, before, after, removed = before } of cases)
    it(`writes and takes out what is ours in ${format}: ${name}`, () => {
      const ours = { ...item, value: entry };
      assert.equal(withItem(format, before, ours), after);
      assert.equal(withItem(format, after, ours), after);
      const other = withItem(format, after, { ...item, value: { command: 'moved' } }, false);
      assert.equal(JSON.stringify(itemIn(format, other, item)), '{"command":"moved"}');
      assert.equal(withItem(format, other, ours, false), after);
      assert.equal(withoutItem(format, after, item), removed);
      assert.equal(withoutItem(format, removed, item), removed);
    });
}

const element: Item = { kind: 'element', path: ['mcpServers'], named: 'history' };
const server = { name: 'history', ...entry };
const flow = '{ "name": "history", "command": "/state/中文 bin/history", "args": ["serve"] }';
const item = (indent: string): string =>
  ['- name: history', '  command: /state/中文 bin/history', '  args:', '    - serve', '']
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');

/** A configuration of Continue before a list of servers. */
const models =
  '# mine\nname:   Mine # why\nversion: 1.0.0\nmodels:\n- name: "a"\n  apiKey: \'k\'\n\n  # off\n  roles: [chat,  edit]\n';

const yaml: readonly Golden[] = [
  { name: 'no list of servers', before: models, after: `${models}mcpServers:\n${item('  ')}` },
  { name: 'a mark and a comment', before: '---\n# mine\n', after: `---\n# mine\nmcpServers:\n${item('  ')}` },
  {
    name: 'no last line break',
    before: models.trimEnd(),
    after: `${models}mcpServers:\n${item('  ')}`,
    removed: models,
  },
  {
    name: 'comments behind the last server and what follows',
    before: `${models}mcpServers:\n    - name: other\n      command: x # keep\n    # off:\n    # - name: more\n\n# rules\nrules: [ a,b ]\n`,
    after: `${models}mcpServers:\n    - name: other\n      command: x # keep\n${item('    ')}    # off:\n    # - name: more\n\n# rules\nrules: [ a,b ]\n`,
  },
  {
    name: 'a list as deep as its key, and text of several lines',
    before: 'mcpServers:\n- name: other\n  about: |\n    a\n\n    b\nrules:\n- x\n',
    after: `mcpServers:\n- name: other\n  about: |\n    a\n\n    b\n${item('')}rules:\n- x\n`,
  },
  {
    name: 'a list in one line',
    before: `${models}mcpServers: [ {name: "other",command: x} ] # keep\nrules:   [a]\n`,
    after: `${models}mcpServers: [ {name: "other",command: x}, ${flow} ] # keep\nrules:   [a]\n`,
  },
  {
    name: 'an empty list',
    before: `${models}mcpServers: []   # none\nrules:   [a]\n`,
    after: `${models}mcpServers: [${flow}]   # none\nrules:   [a]\n`,
  },
  {
    name: 'a list over several lines in brackets',
    before: 'mcpServers: [\n  {name: other}, # keep\n]\n',
    after: `mcpServers: [\n  {name: other}, ${flow}, # keep\n]\n`,
  },
  {
    name: 'a key without a list',
    before: `${models}mcpServers: # none\n\nrules:   [a]\n`,
    after: `${models}mcpServers: # none\n${item('  ')}\nrules:   [a]\n`,
    removed: `${models}\nrules:   [a]\n`,
  },
  {
    name: 'a key without a list at the end',
    before: `${models}mcpServers:`,
    after: `${models}mcpServers:\n${item('  ')}`,
    removed: models,
  },
  {
    name: 'CRLF',
    before: 'name: Mine\r\nmcpServers:\r\n  - name: other\r\n    command: x # keep\r\n',
    after: `name: Mine\r\nmcpServers:\r\n  - name: other\r\n    command: x # keep\r\n${item('  ').replaceAll('\n', '\r\n')}`,
  },
];

describe('the configuration of other programs', () => {
  for (const { name, before, after, removed = before } of yaml)
    it(`adds an element in yaml and takes it out, and keeps all else byte for byte: ${name}`, () => {
      const ours = { ...element, value: server };
      assert.equal(withItem('yaml', before, ours), after);
      assert.equal(withItem('yaml', after, ours), after);
      const moved = { name: 'history', command: 'moved' };
      const other = withItem('yaml', after, { ...element, value: moved }, false);
      assert.deepEqual(itemIn('yaml', other, element), moved);
      assert.equal(withItem('yaml', other, ours, false), after);
      const wasThere = (path: readonly string[]) =>
        itemIn('yaml', before, { kind: 'entry', path }) !== undefined;
      assert.equal(withoutItem('yaml', after, element, wasThere), removed);
      assert.equal(withoutItem('yaml', removed, element, wasThere), removed);
    });

  goldenTests('jsonc', inTable(['mcpServers', 'history']), json);
  goldenTests('toml', inTable(['mcp_servers', 'history']), toml);

  it('goes on where our entry stood among others', () => {
    const text = '{\n  "mcpServers": {\n    "history": {"x":1}, // ours\n    "b": {}\n  }\n}';
    const without = withoutItem('jsonc', text, inTable(['mcpServers', 'history']));
    assert.equal(without, '{\n  "mcpServers": { // ours\n    "b": {}\n  }\n}');
  });

  it('takes a table of TOML out with what belongs to it, and leaves comments', () => {
    const text =
      'a = 1\n\n[mcp_servers.history]\ncommand = "x" # why\n[mcp_servers.history.env]\nA = "1"\n# mine\n\n[b]\nc = 1\n';
    const without = withoutItem('toml', text, inTable(['mcp_servers', 'history']));
    assert.equal(without, 'a = 1\n# mine\n\n[b]\nc = 1\n');
  });

  const damaged: readonly (readonly [ConfigFormat, Item['kind'], string, RegExp])[] = [
    ['jsonc', 'entry', '{\n  "a": 1\n  "b": 2\n}', /not valid JSON in line 3: CommaExpected/],
    ['jsonc', 'entry', '[1]', /an object was expected/],
    ['jsonc', 'entry', '{"mcpServers": [1]}', /mcpServers is not an object/],
    ['jsonc', 'element', '{"mcpServers": {"history": {}}}', /mcpServers.history is not a list/],
    ['toml', 'entry', 'a = \n', /not valid TOML/],
    ['yaml', 'element', 'a: b: c\n', /not valid YAML/],
    ['yaml', 'element', '- a\n', /a map was expected/],
    ['text', 'block', 'a\n<!-- mcp-history-store rules: full en -->\nb', /in line 2 lack their last line/],
  ];
  for (const [format, kind, text, message] of damaged)
    it(`leaves ${JSON.stringify(text)} alone`, () => {
      const item = { kind, path: ['mcpServers', 'history'], value: entry };
      assert.throws(() => withItem(format, text, item), { code: 'damaged', message });
    });
});
