import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import type { Places } from '../../../src/agents/profile/machine.ts';
import { discoverTranscripts } from '../../../src/agents/reading/discover.ts';
import type { DiscoveredTranscripts, TranscriptInfo } from '../../../src/agents/reading/types.ts';
import { readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { writeSessionHome } from '../../bench/sessionHome.ts';
import { clineSession, remembered, type Machine } from './machine.ts';
import { newestForms } from './newestForms.ts';
import { plainAgents } from './plainAgents.ts';
import { said } from './reading.ts';
import { tree } from './withStore.ts';
import { withSessions, type SessionsFixture } from './withSessions.ts';

/** Forms that lie beside one another in a home of all agents. */
const besideOthers = newestForms.filter(({ name }) => !['opencode', 'kilo', 'goose', 'zed'].includes(name));

/** Writes a session of each agent in each place; several agents have more than one. */
async function writeHome(machine: Machine): Promise<readonly TranscriptInfo[]> {
  const { places, folder } = machine;
  writeSessionHome(places.home, folder, { count: 24, now: Date.now(), turns: 1, agents: 'all' });
  for (const [path, content] of plainAgents.aider?.('Ask', { cwd: folder, platform: 'linux' }) ?? [])
    fs.writeFileSync(path, content);
  const cline = join(places.home, '.cline/data/sessions/c1');
  fs.mkdirSync(cline, { recursive: true });
  fs.writeFileSync(join(cline, 'c1.messages.json'), clineSession('Ask'));
  fs.writeFileSync(join(cline, 'c1.json'), JSON.stringify({ cwd: folder }));
  for (const form of besideOthers) form.write(machine, `Ask ${form.name}`);
  return (await found(machine, places)).transcripts;
}

const found = ({ folder }: Machine, places: Places): Promise<DiscoveredTranscripts> =>
  discoverTranscripts(folder, {
    agents: agentTranscripts,
    places,
    former: [],
    known: remembered(),
    secrets: plainSecrets,
  });

/** Lays files and folders of tomorrow into a folder. */
function writeUnknown(folder: string): void {
  for (const ending of ['.bin', '.json', '.jsonl', '.md', '.db', '.jsonl.lz9'])
    fs.writeFileSync(join(folder, `of-tomorrow${ending}`), `{"type":"of-tomorrow"}\n`);
  fs.mkdirSync(join(folder, 'of-tomorrow', 'deeper'), { recursive: true });
}

const namesOf = (list: readonly TranscriptInfo[]): string[] =>
  list.map(({ agent, sessionId }) => `${agent} ${sessionId}`).sort();

const titlesOf = (list: readonly TranscriptInfo[]): string[] =>
  list.map(({ agent, sessionId, title, cwd = '' }) => [agent, sessionId, title, cwd].join(' ')).sort();

/** Where a variable moves what lies in a folder below the home folder; `into` is what it appends. */
const movedBy: readonly (readonly [variable: string, folder: string, into?: string])[] = [
  ['CLAUDE_CONFIG_DIR', '.claude'],
  ['CODEX_HOME', '.codex'],
  ['GEMINI_CLI_HOME', '.gemini/tmp', '.gemini/tmp'],
  ['QWEN_HOME', '.qwen'],
  ['QWEN_RUNTIME_DIR', '.qwen'],
  ['OPENCLAUDE_CONFIG_DIR', '.openclaude'],
  ['PI_CODING_AGENT_DIR', '.pi/agent'],
  ['PI_CODING_AGENT_SESSION_DIR', '.pi/agent/sessions'],
  ['CURSOR_DATA_DIR', '.cursor'],
  ['CONTINUE_GLOBAL_DIR', '.continue'],
  ['COPILOT_HOME', '.copilot'],
  ['CLINE_DIR', '.cline'],
  ['CLINE_DATA_DIR', '.cline/data'],
  ['CLINE_SESSION_DATA_DIR', '.cline/data/sessions'],
  ['KIRO_HOME', '.kiro'],
  ['FACTORY_HOME_OVERRIDE', '.factory', '.factory'],
  ['VSCODE_PORTABLE', '.config/Code', 'user-data'],
  ['GOOSE_PATH_ROOT', '.local/share/goose', 'data'],
  ['OPENCODE_DB', '.local/share/opencode/opencode.db'],
  ['KILO_DB', '.local/share/kilo/kilo.db'],
  ['XDG_DATA_HOME', '.local/share'],
  ['XDG_CONFIG_HOME', '.config'],
];
/** Variables of Windows, and those that do not say where sessions are. */
const others = [
  'APPDATA',
  'LOCALAPPDATA',
  'GEMINI_CLI_TRUSTED_FOLDERS_PATH',
  'GEMINI_CLI_TRUST_WORKSPACE',
  'CLAUDE_CODE_CHILD_SESSION',
  'XDG_STATE_HOME', // the model that was used last
];

/** How readers ask for a variable. */
const variableIn =
  /(?:homeOf|inHome|setIn)\((?:places, )?'([A-Z_]+)'|\benv\.([A-Z_]+)|variable: '([A-Z_]+)'/g;

/** File of a session, or the database it is in. */
const fileOf = (path: string): string => path.replace(/#[^#]*$/, '');

const tablesIn = (file: string): string[] => {
  const database = new Database(file);
  const rows = database.all(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  database.close();
  return rows.flatMap(({ name }) => (typeof name === 'string' ? name : []));
};

/** What is moved away and linked to. */
const linked: Readonly<Record<string, (files: readonly string[], machine: Machine) => readonly string[]>> = {
  'each folder in the home folder': (_, { places: { home } }) =>
    fs.readdirSync(home).flatMap((name) => (name === 'code' ? [] : join(home, name))),
  'each home of an agent': (_, { places, folder }) => {
    const homes = agentTranscripts.flatMap(({ homes: of }) =>
      of(places, [folder]).map((home) => home.folder),
    );
    const own = [...new Set(homes)].filter((home) => !home.startsWith(folder) && fs.existsSync(home));
    return own.filter((home) => !own.some((other) => other !== home && other.startsWith(`${home}/`)));
  },
  'each folder of sessions': (files) => [...new Set(files.map((file) => dirname(file)))],
  'each session': (files) => [...new Set(files)],
};

/** Matches the paths of a form: `*` and `<…>` are a name or a part of one, `**` is any folders, tables stand behind a colon. */
function patternOf(place: string): RegExp {
  const [file = '', tables] = place.replace(/^~/, '').split(': ');
  const pattern = file
    .replaceAll(/[.+?$|[\]{}]/g, '\\$&')
    .replaceAll('(l)', 'l?')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/(?<!\.)\*|<[^>]+>|\b[YMD]+\b/g, '[^/]*');
  return new RegExp(`(?:^|/|(?=/))${pattern}${tables === undefined ? '' : '#[^/]+'}$`);
}

/** Checks that each session is its agent's wherever it is asked for, and can be archived. */
async function assertArchived({ open }: SessionsFixture, list: readonly TranscriptInfo[], places: Places) {
  const { archives } = open();
  for (const { path, agent } of list) {
    assert.equal(await transcripts.agentOf(path, places), agent, path);
    await archives.archive(transcripts.archivable(path, agent));
  }
}

describe('sessions of every agent', () => {
  afterEach(dropCopies);

  it('are listed beside files and folders that no version knows', () =>
    withSessions(async (fixture) => {
      const { places, folder } = fixture;
      const before = await writeHome(fixture);
      assert.deepEqual(
        [...new Set(before.map(({ agent }) => agent))].sort(),
        agentTranscripts.map(({ id }) => id).sort(),
      );
      for (const { path } of before) {
        const top = path.startsWith(folder) ? folder : places.home;
        for (let at = dirname(fileOf(path)); at !== dirname(top); at = dirname(at)) writeUnknown(at);
      }
      const after = await found(fixture, places);
      assert.deepEqual(namesOf(after.transcripts), namesOf(before));
      await assertArchived(fixture, after.transcripts, places);
    }));

  for (const [place, at] of Object.entries({ first: 0, 'in the middle': 0.5, last: 1 }))
    it(`are listed with a record that no version knows ${place}`, () =>
      withSessions(async (fixture) => {
        const { places } = fixture;
        const before = await writeHome(fixture);
        for (const { path } of before.filter(({ path: of }) => of.endsWith('.jsonl'))) {
          const lines = fs.readFileSync(path, 'utf8').trim().split('\n');
          lines.splice(Math.round(lines.length * at), 0, '{"type":"of-tomorrow","tomorrow":{"a":1}}');
          fs.writeFileSync(path, `${lines.join('\n')}\n`);
        }
        const after = await found(fixture, places);
        assert.deepEqual(titlesOf(after.transcripts), titlesOf(before));
        await assertArchived(fixture, after.transcripts, places);
      }));

  it('lie in places that the forms of their agents name', () =>
    withSessions(async (fixture) => {
      for (const { agent, path } of await writeHome(fixture)) {
        const forms = agentTranscripts.find(({ id }) => id === agent)?.forms ?? [];
        assert.ok(
          forms.some(({ place, state }) => state === 'read' && patternOf(place).test(path)),
          path,
        );
      }
    }));

  it('are named where they are only there packed in a way that no reader knows', () =>
    withSessions(async (fixture) => {
      const { places } = fixture;
      const before = await writeHome(fixture);
      const files = before.filter(
        ({ path }) => /\.(?:jsonl|json)$/.test(path) && !path.includes('/storage/'),
      );
      for (const { path } of files) fs.renameSync(path, `${path}.lz4`);
      const { transcripts: list, unread } = await found(fixture, places);
      const left = before.filter((info) => !files.includes(info));
      assert.deepEqual(namesOf(list), namesOf(left));
      const packed = new Map(
        unread.map(({ agent, path, reason, detail }) => [agent, { path, reason, detail }]),
      );
      for (const { agent } of files) {
        const own = files.filter((info) => info.agent === agent).map(({ path }) => path);
        const { path = '', ...why } = packed.get(agent) ?? {};
        assert.deepEqual([agent, why], [agent, { reason: 'packed', detail: `${own.length} × .lz4` }]);
        assert.ok(own.length === 1 ? path === `${own[0]}.lz4` : own.every((file) => file.startsWith(path)));
      }
      assert.equal(packed.size, new Set(files.map(({ agent }) => agent)).size);
      const [one] = files;
      await assert.rejects(transcripts.agentOf(`${one?.path}.lz4`, places), /packed file .* cannot unpack/);
      for (const { path } of files) fs.copyFileSync(`${path}.lz4`, path);
      const again = await found(fixture, places);
      assert.deepEqual([namesOf(again.transcripts), again.unread], [namesOf(before), []]);
    }));

  for (const { name, write, table } of newestForms)
    it(`are read from a database of ${name} with a column and a table more`, () =>
      withSessions(async (fixture) => {
        const { places } = fixture;
        const file = write(fixture, 'Ask');
        const [before] = (await found(fixture, places)).transcripts;
        assert.ok(before);
        const words = said(await readTranscript(before));
        const change = async (...sql: readonly string[]) => {
          const database = new Database(file);
          for (const one of sql) database.exec(one);
          database.close();
          await dropCopies();
        };
        await change(
          ...tablesIn(file).map((each) => `ALTER TABLE ${each} ADD COLUMN of_tomorrow TEXT DEFAULT 'x'`),
          'CREATE TABLE of_tomorrow (id TEXT)',
        );
        const { transcripts: list, unread } = await found(fixture, places);
        assert.deepEqual(namesOf(list), namesOf([before]));
        assert.deepEqual(unread, []);
        assert.deepEqual(said(await readTranscript(before)), words);
        await assertArchived(fixture, list, places);
        const newer = `${table.replace(/_v\d+$/, '')}_v9`;
        await change(`CREATE TABLE ${newer} (id TEXT)`);
        const told = await found(fixture, places);
        assert.deepEqual(namesOf(told.transcripts), namesOf([before]));
        assert.deepEqual(
          told.unread.map(({ path, reason, detail }) => [path, reason, detail]),
          [[file, 'unknown', newer]],
        );
      }));

  it('are found where any variable of their agents moved them', () =>
    withSessions(async (fixture) => {
      const { places } = fixture;
      const before = namesOf(await writeHome(fixture));
      for (const [variable, folder, into = ''] of movedBy) {
        const value = join(places.home, 'moved', folder.endsWith('.db') ? `${variable}.db` : variable);
        const [from, to] = [join(places.home, folder), join(value, into)];
        fs.mkdirSync(from.endsWith('.db') ? dirname(from) : from, { recursive: true });
        fs.mkdirSync(dirname(to), { recursive: true });
        fs.renameSync(from, to);
        const there = { ...places, env: { [variable]: value } };
        const { transcripts: list } = await found(fixture, there);
        assert.deepEqual(namesOf(list), before, variable);
        const moved = list.filter(({ path }) => path.startsWith(value));
        assert.ok(moved.length > 0, variable);
        await assertArchived(fixture, moved, there);
        fs.renameSync(to, from);
      }
    }));

  it('are tried in all variables that readers ask for', async () => {
    const files = Object.entries(await tree(join(__dirname, '../../../src/agents')));
    const asked = files.flatMap(([name, text]) =>
      name.endsWith('.ts')
        ? [...text.matchAll(variableIn)].flatMap((match) => match.slice(1).map((name?: string) => name ?? ''))
        : [],
    );
    const tried = [...movedBy.map(([variable]) => variable), ...others];
    const read = new Set(asked.filter((name) => name !== ''));
    assert.deepEqual([...read].sort(), [...tried].sort());
  });

  for (const [part, partsOf] of Object.entries(linked))
    it(`are found where a link leads to ${part}`, () =>
      withSessions(async (fixture) => {
        const { places, folder } = fixture;
        const before = await writeHome(fixture);
        const files = before.filter(({ path }) => !path.startsWith(folder)).map(({ path }) => fileOf(path));
        for (const [n, path] of partsOf(files, fixture).entries()) {
          const moved = join(dirname(places.home), 'moved', String(n));
          fs.mkdirSync(dirname(moved), { recursive: true });
          fs.renameSync(path, moved);
          fs.symlinkSync(moved, path);
        }
        const { transcripts: list, unread } = await found(fixture, places);
        assert.deepEqual(namesOf(list), namesOf(before));
        assert.deepEqual(unread, []);
        await assertArchived(fixture, list, places);
      }));
});
