import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { withHook, type Ended, type HookFixture } from '../hook/runHook.ts';

export const cliProgram = resolve(__dirname, '../../dist/cli.js');

export interface Fixture extends Pick<HookFixture, 'project' | 'home' | 'run'> {
  readonly cli: (
    args: readonly string[],
    input?: string,
    env?: Readonly<Record<string, string>>,
    open?: boolean,
  ) => Promise<Ended>;
  /** What a command prints with `--json`; it must succeed. */
  readonly json: (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
}

/** Runs a test with the command line, an empty project and an empty home folder. */
export async function withCli(test: (fixture: Fixture) => Promise<void>): Promise<void> {
  await withHook(async ({ project, home, run }) => {
    const cli: Fixture['cli'] = (args, input = '', env = {}, open = false) =>
      run(input, { program: cliProgram, args, env, open });
    const json: Fixture['json'] = async (...args) => {
      const { code, stdout, stderr } = await cli([...args, '--json']);
      assert.equal(code, 0, stderr);
      const value: unknown = JSON.parse(stdout);
      assert.ok(isObject(value));
      return value;
    };
    await test({ project, home, run, cli, json });
  });
}
