import { existsSync } from 'node:fs';
import { canStart, installsOf, isLauncherThere } from '../connect/launcher.ts';
import { note, ok, problem, text } from './findings.ts';
import { launching } from './launching.ts';
import type { Check, RepairableFinding, Patient, Repair } from './types.ts';

/** What the product, and all that it starts, is of. */
export const versionsCheck: Check = {
  id: 'versions',
  title: text('Versions', '版本'),
  withinMs: 2_000,
  run: (patient) => {
    const { version } = patient;
    const node = process.versions.node;
    const own = text(
      `MCP History Store ${version} on Node.js ${node}.`,
      `MCP History Store ${version}，Node.js ${node}。`,
    );
    const running = ok('version.running', own, { data: { version, node, platform: process.platform } });
    return Promise.resolve([running, ...launcherFindings(patient)]);
  },
};

/** What agents start: the newest of the versions that are there. */
function launcherFindings(patient: Patient): readonly RepairableFinding[] {
  const { machine, version } = patient;
  const installs = installsOf(machine);
  if (installs.length === 0 && !isLauncherThere(machine)) return []; // no agent was connected
  const there = installs.filter(({ cli }) => existsSync(cli));
  const [newest] = there;
  if (!canStart(machine) || !isLauncherThere(machine)) {
    const message = text('Agents start a version that is not there any more.', '智能体启动的版本已不存在。');
    return [
      problem('launcher.gone', message, { data: { installs: installs.length }, repair: keeping(patient) }),
    ];
  }
  if (newest === undefined) return []; // the launcher finds one beside those that are gone
  const list = there.map((install) => install.version).join(', ');
  const data = { starts: newest.version, installs: there.length };
  const message = text(
    `Agents start version ${newest.version}; installed: ${list}.`,
    `智能体启动版本 ${newest.version}；已安装：${list}。`,
  );
  if (newest.version === version) return [ok('launcher.starts', message, { data })];
  const isNewer = version.localeCompare(newest.version, 'en', { numeric: true }) > 0;
  return [note('launcher.other', message, { data, repair: isNewer ? keeping(patient) : undefined })];
}

function keeping(patient: Patient): Repair | undefined {
  const { version, cli } = patient;
  if (!existsSync(cli)) return undefined;
  return {
    offer: text(
      `Let agents start version ${version}, unless a newer one is there.`,
      `让智能体启动版本 ${version}（若无更新的版本）。`,
    ),
    run: () => {
      launching(patient);
      return Promise.resolve(
        text(`Version ${version} is known to the launcher.`, `启动器已记录版本 ${version}。`),
      );
    },
  };
}
