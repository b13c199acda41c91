import { join } from 'node:path';
import { isObject } from '../../disk/base/core.ts';
import { agentsMd, group, hooks, onWindows, server, usual } from '../profile/configParts.ts';
import { inHome, type AgentMachine, type Around } from '../profile/machine.ts';
import { isOurs, valueAt } from '../profile/parts.ts';
import type { AgentProfile, ConfigReader, MissingTrust } from '../profile/agentProfile.ts';

const folder = inHome('CODEX_HOME', '.codex');
const config = (machine: AgentMachine): string => join(folder(machine), 'config.toml');

/** Codex. */
export const codex: AgentProfile = {
  id: 'codex',
  aliases: ['codex-mcp-client'],
  name: 'Codex',
  icon: 'hubot',
  client: {
    names: /^codex/i,
    shownBytes: 38_000, // it cuts the middle of more than 10,000 tokens of four bytes
    meta: { turn: 'x-codex-turn-metadata' },
  },
  setups: [
    {
      folder,
      parts: [
        server(
          folder,
          { user: 'config.toml', project: '.codex/config.toml' },
          (start) => ({ ...usual(start), startup_timeout_sec: 20 }),
          { table: 'mcp_servers', format: 'toml' },
        ),
        hooks(
          folder,
          { user: 'hooks.json' },
          ['PreCompact', 'PostCompact', 'SessionStart', 'SessionEnd'],
          group(1, {
            most: { SessionEnd: 3 }, // it warns at each start about larger values
            fields: onWindows(({ command, powershell }) => ({ command, commandWindows: powershell })),
          }),
        ),
        agentsMd,
      ],
      notes: {
        hooks:
          'Codex runs a hook only once you trust it: start codex and choose “Trust all and continue”, or type /hooks.',
      },
      trust: {
        hooks: {
          missing: missingHookTrust,
          advice:
            '{0} skips the hook, because you have not trusted it: start codex, type /hooks and trust it.',
        },
        project: missingProjectTrust,
      },
    },
  ],
  resume: (sessionId) => ['codex', 'resume', sessionId],
  begin: (prompt) => ['codex', prompt], // it reads any file
};

/**
 * Checks `trusted_hash` in `[hooks.state."<file>:<event>:<group>:<hook>"]` of `config.toml`, without which Codex
 * silently skips a hook. Seen with Codex 0.169.
 */
async function missingHookTrust(
  path: string,
  { machine }: Around,
  { data, real }: ConfigReader,
): Promise<MissingTrust | undefined> {
  const file = config(machine);
  const state = valueAt(await data(file, 'toml'), 'hooks', 'state');
  const paths = [path, await real(path)];
  const isTrusted = (hookKey: string): boolean =>
    paths.some((each) => {
      const entry = valueAt(state, `${each}:${hookKey}`);
      return typeof valueAt(entry, 'trusted_hash') === 'string' && valueAt(entry, 'enabled') !== false;
    });
  return ourHooks(await data(path)).every(isTrusted) ? undefined : { trust: 'unasked', file };
}

/** Returns our hooks in a file as `<event>:<group>:<hook>`, with Codex's event names. */
function ourHooks(data: Readonly<Record<string, unknown>>): readonly string[] {
  const events = isObject(data.hooks) ? Object.entries(data.hooks) : [];
  return events.flatMap(([event, groups]) =>
    asList(groups).flatMap((each, n) =>
      asList(valueAt(each, 'hooks')).flatMap((hook, m) =>
        isOurs(hook) ? [`${snake(event)}:${n}:${m}`] : [],
      ),
    ),
  );
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const snake = (event: string): string => event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** Codex reads a project's configuration only after a person trusts the project. */
async function missingProjectTrust(
  { project, machine }: Around,
  { data }: ConfigReader,
): Promise<MissingTrust | undefined> {
  const file = config(machine);
  const trust = valueAt(await data(file, 'toml'), 'projects', project, 'trust_level');
  if (trust === 'trusted') return undefined;
  return { trust: trust === undefined ? 'unasked' : 'refused', file };
}
