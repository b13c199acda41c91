import { join } from 'node:path';
import { agentsMd, group, hooks, inPowershell, onWindows, server } from '../profile/configParts.ts';
import { inHome, type Around } from '../profile/machine.ts';
import { serverName, valueAt } from '../profile/parts.ts';
import type { AgentProfile, ConfigReader, MissingTrust } from '../profile/agentProfile.ts';

const folder = inHome(undefined, '.qwen');

/** Qwen Code. */
export const qwen: AgentProfile = {
  id: 'qwen',
  aliases: ['qwen-code'],
  name: 'Qwen Code',
  client: { names: /^qwen/i },
  hooks: { ignoresStart: /[\\/]projects[\\/][^\\/]+[\\/]chats[\\/][^\\/]+\.jsonl$/ },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'settings.json', project: '.qwen/settings.json' }),
        hooks(
          folder,
          { user: 'settings.json' },
          ['PreCompact', 'PostCompact', 'UserPromptSubmit', 'SessionEnd'], // it ignores what hooks return for a start
          // Its usual shell there is cmd, which receives the quotes of a path escaped.
          group(1_000, { more: { name: serverName }, fields: onWindows(inPowershell) }),
        ),
        agentsMd,
      ],
      trust: { project: missingTrust },
    },
  ],
  resume: (sessionId) => ['qwen', '--resume', sessionId],
  begin: (prompt, folder) => ['qwen', '--include-directories', folder, '-i', prompt],
};

/** Qwen Code asks once for each server of a project. */
async function missingTrust(
  { project, machine }: Around,
  { data }: ConfigReader,
): Promise<MissingTrust | undefined> {
  const file = join(folder(machine), 'mcpApprovals.json');
  const status = valueAt(await data(file), project, serverName, 'status');
  if (status === 'approved') return undefined;
  return { trust: status === undefined ? 'unasked' : 'refused', file };
}
