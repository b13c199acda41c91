// Who wrote each line of a repository that 200 scripted sessions and a person changed: how often it is told rightly, and
// how long it takes; and the first index and the answers with 1,000 sessions.
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openStore } from '../../src/store/store.ts';
import { judged } from '../unit/store/changes/judged.ts';
import { ScriptedProject } from '../unit/store/changes/scriptedProject.ts';
import { writeSession } from '../unit/store/changes/agentForms.ts';
import type { Machine } from '../unit/store/machine.ts';
import { median, timed, worked } from './measure.ts';
import { inIndex } from '../inIndex.ts';

void main();

async function main(): Promise<void> {
  for (const seed of [1, 2, 3]) await onMachine((machine) => authorship(machine, seed));
  await onMachine(thousand);
}

async function onMachine(measure: (machine: Machine) => Promise<void>): Promise<void> {
  const home = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'changes-')));
  const folder = join(home, 'project');
  await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
  const write = async (path: string, content: string | readonly unknown[]): Promise<string> => {
    const file = join(home, path);
    await fs.mkdir(join(file, '..'), { recursive: true });
    const text =
      typeof content === 'string' ? content : content.map((line) => `${JSON.stringify(line)}\n`).join('');
    await fs.writeFile(file, text);
    return file;
  };
  try {
    await measure({ places: { home, env: {}, platform: process.platform }, folder, write });
  } finally {
    await fs.rm(home, { recursive: true, force: true });
  }
}

async function authorship(machine: Machine, seed: number): Promise<void> {
  const project = new ScriptedProject(machine, seed);
  await project.play(200);
  const workspace = { folders: [machine.folder], places: machine.places };
  const { changes } = openStore(machine.folder);
  const { told, wrong, written, found } = await judged(project, changes, workspace);
  const precision = ((100 * (told - wrong.length)) / told).toFixed(2);
  console.log(
    `200 sessions, seed ${seed}: precision ${precision} % (${told} lines), recall ${((100 * found) / written).toFixed(0)} % (${found} of ${written} lines)`,
  );
  for (const line of wrong) console.log(`  wrong: ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
}

async function thousand(machine: Machine): Promise<void> {
  const { folder, places } = machine;
  const file = (n: number): string => `src/part${n % 100}.ts`;
  const texts = new Map<string, string>();
  for (let n = 0; n < 1_000; n++) {
    const path = file(n);
    const before = texts.get(path) ?? '';
    const added = Array.from(
      { length: 40 },
      (_, m) => `export const value${n}_${m} = make(${n}, ${m});\n`,
    ).join('');
    const after = before + added;
    texts.set(path, after);
    const steps = [
      { do: 'ask', text: `Add the values of ${n}` },
      ...(before === ''
        ? [{ do: 'create', path, after } as const]
        : [{ do: 'read', path, before } as const, { do: 'edit', path, before, after } as const]),
      { do: 'shell', command: 'npm test', output: 'ok, all is well\n'.repeat(2_000) },
    ] as const;
    const agent = (['claude', 'codex', 'gemini', 'copilot-cli'] as const)[n % 4] ?? 'claude';
    const id = `0b3e${String(n).padStart(4, '0')}-7d51-4b0e-9d3e-0d6a2f3c4b5a`;
    await writeSession(machine, { id, agent, at: Date.UTC(2026, 0, 1) + n * 3_600_000, cwd: folder, steps });
  }
  for (const [path, text] of texts) {
    await fs.mkdir(join(folder, 'src'), { recursive: true });
    await fs.writeFile(join(folder, path), text);
  }
  const workspace = { folders: [folder], places };
  const { changes, sessions } = openStore(folder);
  const listed = await worked(() => sessions.list(workspace));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const first = await worked(async () => {
    await changes.history(workspace, { path: file(7) }, { waitMs: 120_000 });
  });
  delay.disable();
  const kept = (await fs.stat(inIndex(join(folder, '.chat-history'), 'fileChanges'))).size / 1e6;
  console.log(
    `1,000 sessions: the list ${listed.toFixed(0)}, the first index ${first.toFixed(0)} ms of processor time (limit 10,000), longest stop ${(delay.max / 1e6).toFixed(0)} ms (limit 50), ${kept.toFixed(1)} MB on disk`,
  );
  const times: number[] = [];
  for (let n = 0; n < 100; n++)
    times.push(await timed(() => changes.history(workspace, { path: file(n), line: 1 + (n % 40) })));
  console.log(
    `an answer ${median(times).toFixed(1)} ms, the longest ${Math.max(...times).toFixed(1)} (limit 50)`,
  );
  const again = openStore(folder).changes;
  const reopened = await timed(() => again.history(workspace, { path: file(7) }, { waitMs: 120_000 }));
  console.log(`the first answer of a new process that finds the index ${reopened.toFixed(0)} ms`);
}
