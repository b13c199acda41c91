import type { ConnectableAgent } from '../connect/agents.ts';
import type { Connection } from '../connect/connectionState.ts';
import type { ConfigReader, MissingTrust } from '../agents/profile/agentProfile.ts';
import type { Around } from '../agents/profile/machine.ts';
import { configData } from '../connect/configFile.ts';
import { realForeign } from '../disk/files/foreign.ts';
import { note, problem, text } from './findings.ts';
import type { RepairableFinding, BilingualText } from './types.ts';

/** Explains what a person has to confirm before an agent runs its configuration; one that was heard from runs here. */
export async function trustFindings(
  { id, label, trust = {} }: ConnectableAgent,
  connections: readonly Connection[],
  { around, isHeard }: { readonly around: Around; readonly isHeard: boolean },
): Promise<readonly RepairableFinding[]> {
  const partsOf = (kind: string, scope?: Connection['scope']) =>
    connections
      .filter((connection) => scope === undefined || connection.scope === scope)
      .flatMap(({ parts }) => parts.filter((part) => part.kind === kind && part.state !== 'absent'));
  const about = { subject: id, data: { agent: id } };
  const [hooks] = partsOf('hooks', 'user');
  const untrusted = hooks && (await trust.hooks?.missing(hooks.path, around, reader));
  const [server] = partsOf('server', 'project');
  const missing = server && (await trust.project?.(around, reader));
  const isAsked = around.project !== around.machine.home && !isHeard;
  const isStarted = partsOf('server').some(({ state }) => state === 'connected' || state === 'outdated');
  const distrust = isAsked && isStarted ? await trust.folder?.(around, reader) : undefined;
  return [
    ...(trust.hooks && untrusted ? [problem('agent.untrusted', text(trust.hooks.advice, label), about)] : []),
    ...(missing?.trust === 'unasked' ? [note('agent.unapproved', unasked(label), about)] : []),
    ...(missing?.trust === 'refused' ? [problem('agent.refused', refused(label, missing), about)] : []),
    ...(distrust?.trust === 'unasked' ? [note('agent.unapproved', distrusted(label), about)] : []),
    ...(distrust?.trust === 'refused'
      ? [problem('agent.refused', refusedFolder(label, distrust), about)]
      : []),
  ];
}

const reader: ConfigReader = { data: configData, real: realForeign };

const unasked = (label: string): BilingualText =>
  text(
    '{0} will not start the server of this project until you approve it: start {0} here and say yes.',
    label,
  );

const refused = (label: string, { file }: MissingTrust): BilingualText =>
  text(
    '{0} does not start the server of this project, because you declined it once. The answer is in {1}.',
    label,
    file,
  );

const distrusted = (label: string): BilingualText =>
  text(
    '{0} starts no servers in this folder until you trust it: start {0} here and choose “Trust folder”.',
    label,
  );

const refusedFolder = (label: string, { file }: MissingTrust): BilingualText =>
  text(
    '{0} starts no servers in this folder, because you chose not to trust it. The answer is in {1}.',
    label,
    file,
  );
