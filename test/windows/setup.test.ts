import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectableAgents } from '../../src/connect/agents.ts';
import { isObject } from '../../src/disk/base/core.ts';
import type { DoctorReport } from '../../src/doctor/types.ts';
import { patience } from '../eventually.ts';
import type { Ended } from '../hook/runHook.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { cliProgram, isWine, withPerson, type Person } from './person.ts';

/** Names of people, which Windows allows. */
const names = ['中文 名', 'R&D^wow!', "O'Brien & Söhne (1)", '50%'];

/** What these agents have before, with the line ends of Windows. */
const before: Readonly<Record<string, string>> = {
  '.claude.json': '{\r\n\t"numStartups": 3\r\n}',
  '.claude\\settings.json': '\uFEFF{\r\n  "theme": "dark" // mine\r\n}\r\n',
  '.codex\\config.toml': '# mine\r\nmodel = "o3"\r\n\r\n[mcp_servers.other]\r\ncommand = "C:\\\\x.exe"\r\n',
  '.gemini\\settings.json': '{\r\n  "hooks": {\r\n    "SessionStart": []\r\n  }\r\n}\r\n',
  '.cursor\\hooks.json': '{ "version": 1, "hooks": {} }\r\n',
  '.continue\\config.yaml': 'name: mine\r\n',
  'AppData\\Local\\other.txt': '',
  'AppData\\Roaming\\Zed\\settings.json': '// Zed\r\n{\r\n  "theme": "One"\r\n}\r\n',
};

const eachBefore = async ({ home }: Person, run: (path: string, text: string) => Promise<void>) => {
  for (const [name, text] of Object.entries(before)) await run(join(home, name), text);
};

const cli = ({ run }: Person, ...args: readonly string[]): Promise<Ended> =>
  run(process.execPath, [cliProgram, ...args]);

/** Below a home: all but our own state. */
async function filesOf({ home }: Person): Promise<readonly string[]> {
  const all = await fs.readdir(home, { recursive: true });
  return all.filter((name) => !name.includes('mcp-history-store\\bin')).sort();
}

/** Connects every agent, by `cmd`, as a person does. */
async function connectAll(person: Person): Promise<void> {
  const agents = connectableAgents.map(({ id }) => id).join(' ');
  const { code, stdout, stderr } = await person.cmd(
    `""${process.execPath}" "${cliProgram}" setup ${agents}"`,
  );
  assert.equal(code, 0, stdout + stderr);
}

async function json(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse((await fs.readFile(path, 'utf8')).replace(/^\uFEFF|\/\/.*$/gm, ''));
  assert.ok(isObject(value), path);
  return { ...value };
}

/** The lines of an agent's hooks, in the field that is for Windows. */
function linesIn(value: unknown, field: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => linesIn(inner, field));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isLine = key === field && typeof inner === 'string' && inner.includes('mcp-history-store');
    return isLine ? [inner] : linesIn(inner, field);
  });
}

/** Where hooks are, in which field, and how the agent starts them. */
type HookPlace = readonly [file: string, field: string, shell: 'powershell' | 'cmd'];
const hooks: readonly HookPlace[] = [
  ['.claude\\settings.json', 'command', 'powershell'],
  ['.codex\\hooks.json', 'commandWindows', 'powershell'],
  ['.gemini\\settings.json', 'command', 'powershell'],
  ['.qwen\\settings.json', 'command', 'powershell'],
  ['.copilot\\hooks\\mcp-history-store.json', 'powershell', 'powershell'],
  ['.cursor\\hooks.json', 'command', 'powershell'],
  ['.factory\\settings.json', 'command', 'cmd'],
];

/** What PowerShell would start for a line: Wine has none. Its quotes are checked by its grammar among the unit tests. */
function startedByPowershell(line: string): string {
  const [, quoted, rest] = /^& '((?:[^']|'')+)'((?: [-\w]+)+)$/.exec(line) ?? [];
  assert.ok(quoted !== undefined && rest !== undefined, line);
  return `""${quoted.replaceAll("''", "'")}"${rest}"`;
}

function inPowershell(person: Person, line: string, input: string): Promise<Ended> {
  if (isWine) return person.cmd(startedByPowershell(line), input);
  const program = join(person.env.SystemRoot ?? '', 'System32/WindowsPowerShell/v1.0/powershell.exe');
  return person.run(program, ['-NoProfile', '-Command', line], input);
}

describe('on Windows, setup', () => {
  for (const name of names) {
    it(`connects every agent of a person called ${name}, and takes all out byte for byte`, () =>
      withPerson(name, async (person) => {
        await eachBefore(person, async (path, text) => {
          await fs.mkdir(dirname(path), { recursive: true });
          await fs.writeFile(path, text);
        });
        const files = await filesOf(person);
        await connectAll(person);
        await eachBefore(person, async (path) =>
          assert.doesNotMatch(await fs.readFile(path, 'utf8'), /[^\r]\n/, `line ends of ${path}`),
        );
        const again = await cli(person, 'setup');
        assert.doesNotMatch(again.stdout, /connected|failed/, 'a second setup changes nothing');
        assert.deepEqual(await problemsOf(person), ['agent.untrusted']); // the hook of Codex, which asks the person
        const gone = await cli(person, 'remove');
        assert.equal(gone.code, 0, gone.stdout);
        await eachBefore(person, async (path, text) => {
          assert.equal(await fs.readFile(path, 'utf8'), text, path);
        });
        assert.deepEqual(await filesOf(person), files);
      }));

    it(`writes what starts the server and the hook of a person called ${name}`, function () {
      if (isWine && name.includes('%')) this.skip(); // its cmd takes the name of a script for a variable there
      return withPerson(name, async (person) => {
        await connectAll(person);
        const { mcpServers } = await json(join(person.home, '.cursor', 'mcp.json'));
        await speak(isObject(mcpServers) ? Object.values(mcpServers)[0] : undefined, person);
        await Promise.all(hooks.map((hook, n) => runHook(person, hook, n)));
        const kept = await fs.readdir(join(person.project, '.chat-history', '.conversations', 'raw'));
        assert.equal(kept.length, hooks.length, kept.join());
      });
    });
  }
});

/** What the doctor finds wrong with agents. */
async function problemsOf(person: Person): Promise<readonly string[]> {
  const { stdout } = await cli(person, 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as DoctorReport;
  const { findings = [] } = checks.find(({ id }) => id === 'agents') ?? {};
  return findings.filter(({ level }) => level === 'problem').map(({ id }) => id);
}

/** Runs the line of an agent's hook as that agent does, with a transcript of its own. */
async function runHook(person: Person, [file, field, shell]: HookPlace, n: number): Promise<void> {
  const [line = '', ...more] = linesIn(await json(join(person.home, file)), field);
  assert.ok(
    more.every((other) => other.replace(' --remember', '') === line),
    file,
  );
  const session = `5e550000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const transcript = join(person.project, `${session}.jsonl`);
  const said = [
    { id: 'u1', text: '你好' },
    { id: 'a1', text: 'Done', by: 'assistant' },
  ] as const;
  await fs.writeFile(transcript, claudeLines(session, `No ${n}`, said));
  const told = { session_id: session, transcript_path: transcript, cwd: person.project, trigger: 'auto' };
  const input = JSON.stringify({ ...told, hook_event_name: 'PreCompact' });
  const { code, stderr } = await (shell === 'cmd'
    ? person.cmd(line, input)
    : inPowershell(person, line, input));
  assert.equal(code, 0, `${line}: ${stderr}`);
}

/** Starts the server of an entry as agents do, and saves by it. */
async function speak(entry: unknown, { project, env }: Person): Promise<void> {
  assert.ok(isObject(entry) && 'command' in entry && 'args' in entry);
  const { command, args } = entry;
  assert.ok(typeof command === 'string' && Array.isArray(args));
  const transport = new StdioClientTransport({
    command,
    args: args.map(String),
    cwd: project,
    env,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    await client.connect(transport, { timeout: patience });
  } catch (error) {
    throw new Error(`${JSON.stringify(args)}: ${said}`, { cause: error });
  }
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'history_save'));
  await client.close();
}
