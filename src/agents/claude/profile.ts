import { join } from 'node:path';
import { isObject } from '../../disk/base/core.ts';
import { group, hooks, inPowershell, onWindows, rules, server, standard } from '../profile/configParts.ts';
import { inHome, type AgentMachine, type Around } from '../profile/machine.ts';
import { serverName, valueAt } from '../profile/parts.ts';
import type { AgentProfile, ConfigReader, MissingTrust } from '../profile/agentProfile.ts';

const folder = inHome('CLAUDE_CONFIG_DIR', '.claude');

/** Beside its folder, unless a variable moves the folder. */
const ownFile = ({ home, env }: AgentMachine): string => join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json');

/** Claude Code. */
export const claude: AgentProfile = {
  id: 'claude',
  aliases: ['claude-code'],
  name: 'Claude Code',
  icon: 'sparkle',
  client: {
    names: /^claude[- ]code/i,
    sessionVariable: 'CLAUDE_CODE_SESSION_ID',
    unsaved: { variable: 'CLAUDE_CODE_CHILD_SESSION', unless: 'CLAUDE_CODE_FORCE_SESSION_PERSISTENCE' },
    meta: { call: 'claudecode/toolUseId' },
  },
  hooks: { maxContextChars: 10_000 },
  setups: [
    {
      folder,
      parts: [
        {
          ...server(folder, {}, standard),
          file: (scope, project, machine) =>
            scope === 'project' ? join(project, '.mcp.json') : ownFile(machine),
        },
        hooks(
          folder,
          { user: 'settings.json', project: '.claude/settings.local.json' },
          ['PreCompact', 'PostCompact', 'SessionStart', 'SessionEnd'],
          // Its shell is bash, or PowerShell where bash is missing. With `args` it uses no shell, but a version that
          // does not know `args` would start a bare cmd, which runs the lines it receives.
          group(1, { fields: onWindows(inPowershell) }),
        ),
        rules('CLAUDE.md'),
      ],
      retention: { file: 'settings.json', path: ['cleanupPeriodDays'], value: (days) => days },
      trust: { project: missingTrust },
    },
  ],
  resume: (sessionId) => ['claude', '--resume', sessionId],
  begin: (prompt, folder) => ['claude', prompt, '--add-dir', folder],
};

/** Claude Code asks before it starts servers of a project's `.mcp.json`; one of its settings files has the answer. */
async function missingTrust(
  { project, machine }: Around,
  { data }: ConfigReader,
): Promise<MissingTrust | undefined> {
  const own = ownFile(machine);
  const local = join(project, '.claude', 'settings.local.json');
  const files = [local, join(project, '.claude', 'settings.json'), join(folder(machine), 'settings.json')];
  const all = await Promise.all(files.map(async (file) => ({ file, answer: await data(file) })));
  const perProject = valueAt(await data(own), 'projects', project);
  const answers = [...all, { file: own, answer: isObject(perProject) ? perProject : {} }];
  const refused = answers.find(({ answer }) => has(answer.disabledMcpjsonServers));
  if (refused) return { trust: 'refused', file: refused.file };
  const isGiven = answers.some(
    ({ answer }) => answer.enableAllProjectMcpServers === true || has(answer.enabledMcpjsonServers),
  );
  return isGiven ? undefined : { trust: 'unasked', file: local };
}

const has = (list: unknown): boolean => Array.isArray(list) && list.includes(serverName);
