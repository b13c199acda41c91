import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyChange } from '../../../src/connect/apply.ts';
import { connectableAgents, type ConnectableAgent } from '../../../src/connect/agents.ts';
import type { AgentMachine, Around } from '../../../src/agents/profile/machine.ts';
import type { ConfigPlan } from '../../../src/connect/plan.ts';
import assert from 'node:assert/strict';

export interface Fixture {
  readonly around: Around;
  readonly machine: AgentMachine;
  /** Does all of a plan, which must refuse nothing. */
  readonly apply: (plan: ConfigPlan) => Promise<void>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Undefined for no file. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** The files and folders below the home folder and the project, but for those of our own state. */
  readonly tree: () => Promise<readonly string[]>;
}

/** Runs a test with an empty home folder and an empty project, on this platform unless another one is named. */
export async function withMachine(
  test: (fixture: Fixture) => Promise<void>,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'connect 连接 ')));
  const machine: AgentMachine = { home: join(base, 'home'), env: {}, platform };
  const around = { project: join(base, 'project'), machine };
  await fs.mkdir(machine.home);
  await fs.mkdir(around.project);
  try {
    await test({
      around,
      machine,
      apply: async ({ changes, refusals }) => {
        assert.deepEqual(refusals, []);
        for (const change of changes) await applyChange(change, machine);
      },
      write: async (path, text) => {
        await fs.mkdir(dirname(path), { recursive: true });
        await fs.writeFile(path, text);
      },
      read: (path) => fs.readFile(path, 'utf8').catch(() => undefined),
      tree: async () => {
        const names = await fs.readdir(base, { recursive: true });
        return names.filter((name) => !/^home[\\/]\.local|mcp-history-store[\\/]bin/.test(name)).sort();
      },
    });
  } finally {
    await fs.rm(base, { recursive: true, force: true });
  }
}

export function agentOf(id: string): ConnectableAgent {
  const agent = connectableAgents.find((one) => one.id === id);
  assert.ok(agent, id);
  return agent;
}
