import { existsSync } from 'node:fs';
import { canStart, installsOf, isLauncherThere } from '../connect/launcher.ts';
import { note, ok, problem, text } from './findings.ts';
import { ensureLauncher } from './reconnect.ts';
import type { Check, RepairableFinding, CheckTarget, Repair } from './types.ts';

/** Checks the versions of the product and of everything it starts. */
export const versionsCheck: Check = {
  id: 'versions',
  title: text('Versions'),
  withinMs: 2_000,
  run: (target) => {
    const { version } = target;
    const node = process.versions.node;
    const own = text('MCP History Store {0} on Node.js {1}.', version, node);
    const running = ok('version.running', own, { data: { version, node, platform: process.platform } });
    return Promise.resolve([running, ...launcherFindings(target)]);
  },
};

/** Checks what agents start: the newest installed version. */
function launcherFindings(target: CheckTarget): readonly RepairableFinding[] {
  const { machine, version } = target;
  const installs = installsOf(machine);
  if (installs.length === 0 && !isLauncherThere(machine)) return []; // no agent is connected
  const there = installs.filter(({ cli }) => existsSync(cli));
  const [newest] = there;
  if (!canStart(machine) || !isLauncherThere(machine)) {
    const message = text('Agents start a version that is not there any more.');
    return [
      problem('launcher.gone', message, { data: { installs: installs.length }, repair: keeping(target) }),
    ];
  }
  if (newest === undefined) return []; // the launcher finds another version
  const list = there.map((install) => install.version).join(', ');
  const data = { starts: newest.version, installs: there.length };
  const message = text('Agents start version {0}; installed: {1}.', newest.version, list);
  if (newest.version === version) return [ok('launcher.starts', message, { data })];
  const isNewer = version.localeCompare(newest.version, 'en', { numeric: true }) > 0;
  return [note('launcher.other', message, { data, repair: isNewer ? keeping(target) : undefined })];
}

function keeping(target: CheckTarget): Repair | undefined {
  const { version, cli } = target;
  if (!existsSync(cli)) return undefined;
  return {
    offer: text('Let agents start version {0}, unless a newer one is there.', version),
    run: () => {
      ensureLauncher(target);
      return Promise.resolve(text('Version {0} is known to the launcher.', version));
    },
  };
}
