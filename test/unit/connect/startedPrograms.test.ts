import assert from 'node:assert/strict';
import { connectableAgents } from '../../../src/connect/agents.ts';
import { isOfFile } from '../../../src/agents/profile/parts.ts';
import { hookOf, startOf } from '../../../src/connect/launcher.ts';
import { startedPrograms } from '../../../src/connect/startedPrograms.ts';
import { launcherState, type Machine } from '../../../src/disk/base/stateFolder.ts';

const names = [
  'me',
  'Jörg Müller',
  '中文',
  "O'Brien",
  'a&b',
  'a & b',
  '100%',
  '50 %x% off',
  'a^b',
  'wow!',
  'x(1)',
];

const windows = (name: string): Machine => ({
  home: `C:\\Users\\${name}`,
  platform: 'win32',
  env: { LOCALAPPDATA: `c:\\Users\\${name}\\AppData\\Local` },
});
const linux = (name: string): Machine => ({ home: `/home/${name} "$x\``, platform: 'linux', env: {} });

/** All values that are written into entries and hooks of agents on a machine. */
function written(machine: Machine): readonly (readonly [string, unknown])[] {
  const rules = { kind: 'minimal', language: 'en', text: '' } as const;
  const wanted = { server: startOf(machine), hook: hookOf(machine), rules };
  return connectableAgents.flatMap((agent) =>
    agent.parts
      .filter(({ kind }) => kind !== 'rules')
      .flatMap((part) =>
        part
          .values(wanted)
          .filter((value) => !isOfFile(value))
          .map(({ path, value }) => [`${agent.id} ${path.join('.')}`, value] as const),
      ),
  );
}

describe('the program that an agent starts', () => {
  for (const machineOf of [windows, linux])
    it(`is read from what is written for every agent on ${machineOf('').platform}`, () => {
      for (const machine of names.map(machineOf))
        for (const [what, value] of written(machine)) {
          const programs = startedPrograms(value, machine.platform);
          const why = `${what}: ${JSON.stringify(value)}`;
          assert.equal(programs.length, 1, why);
          assert.ok(programs[0]?.startsWith(launcherState(machine)), `${why}: ${programs[0]}`);
          assert.match(programs[0] ?? '', /mcp-history-store(?:\.cmd)?$/, why);
        }
    });

  const cases: readonly (readonly [NodeJS.Platform, object, readonly string[]])[] = [
    ['win32', { command: 'cmd', args: ['/c', 'C:\\a b\\x.cmd', 'serve'] }, ['C:\\a b\\x.cmd']],
    ['win32', { command: 'C:\\Windows\\cmd.exe', args: ['/d', '/s', '/C', 'npx', '-y', 'x'] }, ['npx']],
    ['win32', { command: ['cmd', '/c', 'call', 'C:\\a & b\\x.cmd'] }, ['C:\\a & b\\x.cmd']],
    ['win32', { command: '"C:\\a b\\x.cmd" hook' }, ['C:\\a b\\x.cmd']],
    ['win32', { command: "& 'C:\\O''Brien\\x.cmd' hook", shell: 'powershell' }, ["C:\\O'Brien\\x.cmd"]],
    ['win32', { command: 'powershell -NoProfile -Command "& \'c:\\a\\x.cmd\' hook"' }, ['c:\\a\\x.cmd']],
    ['win32', { command: '"\\\\server\\share\\x.cmd" hook' }, ['\\\\server\\share\\x.cmd']],
    ['win32', { command: 'sh x', commandWindows: "& 'C:\\x.cmd'" }, ['C:\\x.cmd']],
    ['win32', { command: "C:\\O'Brien\\x.cmd hook" }, ["C:\\O'Brien\\x.cmd"]],
    ['win32', { command: 'node.exe', args: ['C:\\a b\\cli.js', 'serve'] }, ['node.exe', 'C:\\a b\\cli.js']],
    [
      'linux',
      { command: 'node', args: ['--no-warnings', '/a b/cli.js', '--root', '/gone'] },
      ['node', '/a b/cli.js'],
    ],
    ['linux', { command: '/a/x', args: ['/c', '/gone'] }, ['/a/x']],
    ['linux', { bash: '"/a b/\\$x" hook', powershell: "& 'C:\\y'" }, ['/a b/$x']],
    ['linux', { command: "'/a b/x' hook" }, ['/a b/x']],
    ['linux', { command: '/a\\ b/x hook' }, ['/a b/x']],
    ['linux', { command: '/usr/bin/env', args: ['A=1', '/a b/x'] }, ['/a b/x']],
    ['linux', { command: 'env' }, []],
    ['linux', { command: 'sh', args: ['-c', '"/a b/x" serve'] }, ['/a b/x']],
    ['linux', { hooks: [{ command: 'mine' }, { command: '"/a b/x" hook' }] }, ['mine', '/a b/x']],
    ['linux', { command: 7 }, []],
    ['linux', { command: '' }, []],
  ];
  for (const [platform, value, expected] of cases)
    it(`is ${expected.join(' and ') || 'none'} in ${JSON.stringify(value)} on ${platform}`, () =>
      assert.deepEqual(startedPrograms(value, platform), expected));
});
