import { dirname, isAbsolute, join, relative } from 'node:path';
import { group, hooks, onlyPowershell, onWindows, rules, server, usual } from '../profile/configParts.ts';
import type { Around, FolderOf } from '../profile/machine.ts';
import { serverName, valueAt } from '../profile/parts.ts';
import type { AgentProfile, ConfigReader, MissingTrust } from '../profile/agentProfile.ts';

/** Returns the settings folder; `GEMINI_CLI_HOME` replaces the home folder. */
const folder: FolderOf = ({ home, env }) => join(env.GEMINI_CLI_HOME ?? home, '.gemini');

/** Gemini CLI. */
export const gemini: AgentProfile = {
  id: 'gemini',
  aliases: ['gemini-cli', 'gemini-cli-mcp-client'],
  name: 'Gemini CLI',
  icon: 'star-empty',
  client: { names: /^gemini-cli/i },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'settings.json', project: '.gemini/settings.json' }, usual, { tools: 'core' }),
        hooks(
          folder,
          { user: 'settings.json' },
          ['PreCompress', 'SessionStart', 'BeforeAgent', 'SessionEnd'], // it starts no session after it compressed one
          group(1_000, {
            more: { name: serverName },
            around: { matcher: '*' },
            fields: onWindows(onlyPowershell),
          }),
        ),
        rules('GEMINI.md'),
      ],
      notes: {
        server:
          'Gemini CLI starts no servers in a folder that it does not trust: start gemini there and choose “Trust folder”.',
      },
      retention: {
        file: 'settings.json',
        path: ['general', 'sessionRetention', 'maxAge'],
        value: (days) => `${days}d`,
      },
      trust: { folder: missingFolderTrust },
    },
  ],
  resume: (sessionId) => ['gemini', '--resume', sessionId],
  begin: (prompt, folder) => ['gemini', '--include-directories', folder, '-i', prompt],
};

/**
 * Finds the longest entry of `trustedFolders.json` that holds a project, as Gemini CLI 0.61 does. The variable
 * `GEMINI_CLI_TRUST_WORKSPACE` and the setting `security.folderTrust.enabled` come first.
 */
async function missingFolderTrust(
  { project, machine }: Around,
  { data, real }: ConfigReader,
): Promise<MissingTrust | undefined> {
  const { env } = machine;
  if (env.GEMINI_CLI_TRUST_WORKSPACE === 'true') return undefined;
  const settings = await data(join(folder(machine), 'settings.json'));
  if (valueAt(settings, 'security', 'folderTrust', 'enabled') === false) return undefined;
  const file = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ?? join(folder(machine), 'trustedFolders.json');
  const here = await real(project);
  let longest: { readonly path: string; readonly level: unknown } | undefined;
  for (const [path, level] of Object.entries(await data(file))) {
    const trusted = await real(level === 'TRUST_PARENT' ? dirname(path) : path);
    if (holds(trusted, here) && path.length > (longest?.path.length ?? 0)) longest = { path, level };
  }
  if (longest === undefined) return { trust: 'unasked', file };
  return longest.level === 'DO_NOT_TRUST' ? { trust: 'refused', file } : undefined;
}

function holds(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below.split(/[\\/]/)[0] !== '..' && !isAbsolute(below);
}
