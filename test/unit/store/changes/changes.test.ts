import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attribution } from '../../../../src/insight/changes/types.ts';
import { opened } from '../opened.ts';
import { withSessions, type SessionsFixture } from '../withSessions.ts';
import { writeSession, type ScriptedSession, type Step } from './agentForms.ts';
import { inIndex } from '../../../inIndex.ts';

const hour = 3_600_000;
const day = Date.UTC(2026, 1, 1);
const first = 'export function total(order) {\n  const sum = add(order.lines);\n  return sum;\n}\n';

type Agent = ScriptedSession['agent'];

/** Files and sessions of a project, and what is told of them. */
class Scene {
  readonly #fixture: SessionsFixture;
  #count = 0;

  constructor(fixture: SessionsFixture) {
    this.#fixture = fixture;
  }

  async file(path: string, text: string | Uint8Array): Promise<void> {
    const file = join(this.#fixture.folder, path);
    await fs.mkdir(dirname(file), { recursive: true });
    await fs.writeFile(file, text);
  }

  /** An hour after the one before; gives its id. */
  async session(agent: Agent, steps: readonly Step[], more: Partial<ScriptedSession> = {}): Promise<string> {
    const id = `0b3e000${++this.#count}-7d51-4b0e-9d3e-0d6a2f3c4b5a`;
    const { folder: cwd } = this.#fixture;
    const asked = [{ do: 'ask', text: `Task ${this.#count}` }, ...steps] as const;
    const session = { id, agent, at: day + this.#count * hour, cwd, steps: asked, ...more };
    await writeSession(this.#fixture, session);
    return id;
  }

  /** Of each line the number of the session, `-` where it is not certain. */
  async lines(path: string): Promise<string> {
    const { changes } = this.#fixture.open();
    const text = await fs.readFile(join(this.#fixture.folder, path), 'utf8');
    const { lines } = await changes.lines(this.#fixture.workspace, path, text, { waitMs: 60_000 });
    return lines
      .slice(0, text.split('\n').length - 1)
      .map((each) => each?.session.slice(7, 8) ?? '-')
      .join('');
  }

  async history(path: string, line?: number): Promise<readonly Attribution[]> {
    return (await this.whole(path, line)).attributions;
  }

  whole(path: string, line?: number) {
    const request = { path, ...(line !== undefined && { line }) };
    return this.#fixture.open().changes.history(this.#fixture.workspace, request, { waitMs: 60_000 });
  }

  get fixture(): SessionsFixture {
    return this.#fixture;
  }
}

const withScene = (test: (scene: Scene) => Promise<void>) =>
  withSessions((fixture) => test(new Scene(fixture)));

const create = (path: string, after: string): Step => ({ do: 'create', path, after });
const edit = (path: string, before: string, after: string): Step => ({ do: 'edit', path, before, after });
const shell = (command: string): Step => ({ do: 'shell', command });

const path = 'src/order.ts';
const second = first.replace(
  '  const sum = add(order.lines);',
  '  const sum = addAll(order.lines, order.discount);',
);

describe('the history of a file', () => {
  for (const agent of ['claude', 'codex', 'gemini', 'copilot-cli'] as const)
    it(`tells which session of ${agent} wrote which lines`, () =>
      withScene(async (scene) => {
        await scene.session(agent, [create(path, first)]);
        await scene.session(agent, [edit(path, first, second)]);
        await scene.file(path, second);
        assert.equal(await scene.lines(path), '12--');
        const [newest, oldest] = await scene.history(path);
        assert.deepEqual(
          [newest?.request, newest?.lines, oldest?.request, oldest?.lines],
          ['Task 2', [[2, 2]], 'Task 1', [[1, 1]]],
        );
        assert.match(newest?.reference ?? '', /^history:\/\/sessions\/0b3e0002-[^/]+\/\d+$/);
        const [line, ...more] = await scene.history(path, 2);
        assert.deepEqual([line?.request, line?.lines, more], ['Task 2', [[2, 2]], []]);
      }));

  it('tells nothing of a line that a person changed, or that was there before', () =>
    withScene(async (scene) => {
      await scene.session('claude', [edit(path, first, second)]);
      await scene.file(path, second.replace('addAll', 'sumOf'));
      assert.equal(await scene.lines(path), '----');
    }));

  it('tells lines that are indented with tabs, which Claude Code shows as spaces', () =>
    withScene(async (scene) => {
      const tabbed = (text: string): string => text.replaceAll('  ', '\t');
      await scene.file(path, tabbed(second));
      await scene.session('claude', [create(path, tabbed(first)), edit(path, tabbed(first), tabbed(second))]);
      assert.equal(await scene.lines(path), '1111');
      const inner = '\tsum.add(order.lines, (line) => line.price);\n';
      await scene.file('src/other.ts', `if (order) {\n${inner}}\n`);
      await scene.session('claude', [
        edit('src/other.ts', `if (order) {\n\tsum.add(1);\n}\n`, `if (order) {\n${inner}}\n`),
      ]);
      assert.equal(await scene.lines('src/other.ts'), '-2-');
    }));

  it('leaves a line to its author where a formatter changed white space and quotes only', () =>
    withScene(async (scene) => {
      const written = `import { sum } from "./sum"\nif (order){\n    sum.add(order.lines, "price")\n}\n`;
      await scene.session('claude', [create(path, written)]);
      await scene.file(
        path,
        `import {sum} from './sum'\nif (order) {\n\tsum.add( order.lines, 'price' )\n}\n`,
      );
      assert.equal(await scene.lines(path), '1111');
      await scene.file(
        path,
        `import {sum} from './sum'\nif (order) {\n\tsum.add(order.lines, 'prices')\n}\n`,
      );
      assert.equal(await scene.lines(path), '11--');
    }));

  it('is certain of every line, short ones too, where the file is as the changes left it', () =>
    withScene(async (scene) => {
      const texts = ['a\n', 'a\nb\n', 'a\nb2\n', 'a\n}\nb2\n', 'a\n}\n}\nb2\n'] as const;
      const [one, two, three, four, five] = texts;
      const read = (before: string): Step => ({ do: 'read', path, before });
      await scene.session('claude', [create(path, one), edit(path, one, two)]);
      await scene.session('claude', [read(two), edit(path, two, three)]);
      await scene.file(path, three);
      assert.equal(await scene.lines(path), '12');
      await scene.session('claude', [read(three), edit(path, three, four)]);
      await scene.file(path, four);
      assert.equal(await scene.lines(path), '132');
      await scene.session('claude', [read(four), edit(path, four, five)]);
      await scene.file(path, five);
      assert.equal(await scene.lines(path), '1--2', 'either bracket may be the new one');
      await scene.file(path, 'x\n}\n}\nb2\n');
      assert.equal(await scene.lines(path), '----', 'somebody changed it since');
    }));

  it('counts no edit that failed or was denied', () =>
    withScene(async (scene) => {
      for (const how of ['fail', 'deny'] as const)
        for (const agent of ['claude', 'codex', 'gemini', 'copilot-cli'] as const)
          await scene.session(agent, [{ do: how, path, before: first, after: second }]);
      await scene.file(path, second);
      assert.equal(await scene.lines(path), '----');
      assert.deepEqual(await scene.history(path), []);
    }));

  it('is silent where changes were thrown away and somebody typed a line again', () =>
    withScene(async (scene) => {
      await scene.session('claude', [edit(path, first, second), shell(`git checkout -- ${path}`)]);
      await scene.file(path, second);
      assert.equal(await scene.lines(path), '----');
    }));

  it('knows what a shell wrote word by word, and that other programs may have written anything', () =>
    withScene(async (scene) => {
      const added = 'export const rate = percent(19);\n';
      await scene.session('codex', [create(path, first)]);
      await scene.session('codex', [shell(`cat >> ${path} <<'EOF'\n${added}EOF`)]);
      await scene.file(path, first + added);
      assert.equal(await scene.lines(path), '11--2');
      await scene.session('claude', [shell(`sed -i 's/percent(7)/percent(19)/' ${path}`)]);
      assert.equal(await scene.lines(path), '11---');
      await scene.session('claude', [shell(`node make.js > ${path}`)]);
      assert.equal(await scene.lines(path), '-----');
    }));

  it('is silent of the whole of a file that nobody read before writing it', () =>
    withScene(async (scene) => {
      await scene.session('codex', [{ do: 'write', path, before: first, after: second }]);
      await scene.file(path, second);
      assert.equal(await scene.lines(path), '----');
      const before = first;
      await scene.session('codex', [
        { do: 'read', path, before },
        { do: 'write', path, before, after: second },
      ]);
      assert.equal(await scene.lines(path), '-2--');
    }));

  it('follows a file that was renamed, and knows one that is gone', () =>
    withScene(async (scene) => {
      await scene.session('claude', [create(path, first), shell(`git mv ${path} src/sum.ts`)]);
      await scene.file('src/sum.ts', first);
      assert.equal(await scene.lines('src/sum.ts'), '1111');
      const gone = await scene.whole(path);
      assert.deepEqual(
        [gone.state, gone.attributions.map(({ request }) => request)],
        ['missing', ['Task 1']],
      );
    }));

  it('counts the same edit in a copy of a session once, for the first', () =>
    withScene(async (scene) => {
      const id = await scene.session('claude', [create(path, first)]);
      const { folder, places } = scene.fixture;
      const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
      const file = join(places.home, '.claude/projects', name, `${id}.jsonl`);
      const copy = (await fs.readFile(file, 'utf8')).replaceAll(`"sessionId":"${id}"`, '"sessionId":"ffff"');
      await fs.writeFile(join(dirname(file), 'ffff.jsonl'), copy);
      await scene.file(path, first);
      assert.deepEqual(
        (await scene.history(path)).map(({ session }) => session),
        [id],
      );
      assert.equal(await scene.lines(path), '1111');
    }));

  it('knows files of a session that ran in a folder of the project, whatever ends their lines', () =>
    withScene(async (scene) => {
      const { folder } = scene.fixture;
      await scene.session('claude', [create('order.ts', first)], { cwd: join(folder, 'src') });
      await scene.file(path, first.replaceAll('\n', '\r\n'));
      assert.equal(await scene.lines(path), '1111');
    }));

  it('refuses what is no file of the project and no line of it, and says what to do', () =>
    withScene(async (scene) => {
      await scene.file(path, first);
      await scene.file('logo.png', new Uint8Array([137, 80, 0, 1]));
      await scene.file('package-lock.json', '{}\n');
      await assert.rejects(scene.whole(path, 5), /line is 5, and src\/order\.ts has 4 lines: give 1 to 4/);
      await assert.rejects(scene.whole('../other.ts'), { code: 'outside' });
      await assert.rejects(scene.whole('src'), { code: 'invalid_argument' });
      await assert.rejects(scene.whole('none.ts', 1), /there is no none\.ts now/);
      const states = ['logo.png', 'package-lock.json', 'none.ts', path].map(async (each) =>
        scene.whole(each),
      );
      assert.deepEqual(
        (await Promise.all(states)).map(({ state }) => state),
        ['binary', 'generated', 'missing', 'text'],
      );
    }));

  it('tells what was changed by day, and the edits of a request', () =>
    withScene(async (scene) => {
      await scene.session('claude', [create(path, first)]);
      await scene.session('gemini', [edit(path, first, second)]);
      const { changes } = scene.fixture.open();
      const { days } = await changes.days(scene.fixture.workspace, {}, { waitMs: 60_000 });
      assert.deepEqual(
        days.map(({ files }) => files.map((file) => [file.path, file.changes.map((each) => each.request)])),
        [[[path, ['Task 2', 'Task 1']]]],
      );
      const [change] = days[0]?.files[0]?.changes ?? [];
      assert.deepEqual([change?.added, change?.removed], [1, 1]);
      const edits = change ? await changes.edits(scene.fixture.workspace, change, path) : [];
      assert.match(JSON.stringify(edits), /addAll/);
    }));

  it('is told by the next process from one file, without opening a transcript', () =>
    withScene(async (scene) => {
      const { folder } = scene.fixture;
      await fs.mkdir(join(folder, '.chat-history'));
      await scene.file(path, first);
      await scene.session('claude', [create(path, first)]);
      for (const agent of ['codex', 'gemini', 'copilot-cli'] as const)
        await scene.session(agent, [create(`${agent}.ts`, first)]);
      assert.equal(await scene.lines(path), '1111');
      const index = inIndex(join(folder, '.chat-history'), 'fileChanges');
      const reading = await opened(index, async () => assert.equal(await scene.lines(path), '1111'));
      assert.deepEqual(reading.paths, [index]);
      assert.deepEqual((await opened('jsonl', () => scene.lines(path))).paths, []);
      await scene.session('claude', [edit(path, first, first.replace('add', 'addAll'))]);
      await scene.file(path, first.replace('add', 'addAll'));
      const grown = await opened('jsonl', async () => assert.match(await scene.lines(path), /^15/));
      assert.ok(
        grown.paths.every((file) => file.includes('0b3e0005')),
        grown.paths.join(),
      );
    }));

  it('keeps hashes of lines and no text of them', () =>
    withScene(async (scene) => {
      const { folder } = scene.fixture;
      await fs.mkdir(join(folder, '.chat-history'));
      await scene.session('claude', [create(path, first)]);
      await scene.history(path);
      const kept = await fs.readFile(inIndex(join(folder, '.chat-history'), 'fileChanges'), 'utf8');
      assert.match(kept, /order\.ts/);
      assert.doesNotMatch(kept, /order\.lines/);
    }));
});
