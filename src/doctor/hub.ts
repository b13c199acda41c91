import { defined, StoreError, errorMessage } from '../disk/base/core.ts';
import { projectName } from '../disk/files/projectId.ts';
import { HubSetup, openHub, shownHub, type HubAddress, type HubClient } from '../team/hub.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import type { Text } from '../disk/base/texts.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './historyFolder.ts';
import type { Check, CheckTarget, RepairableFinding } from './types.ts';

/** Checks that the project's hub answers and knows this person. Without a hub, no code of it is loaded. */
export const hubCheck: Check = {
  id: 'hub',
  title: text('Hub'),
  withinMs: 20_000,
  run: async (target) => {
    const setup = new HubSetup(target.machine, projectOf(target));
    try {
      const known = setup.address();
      if (known === undefined) return [];
      const address = await withPassword(known, target, setup.local);
      return [
        ...insecure(address),
        ...(await answerOf(address, setup.inHub(), target).catch((error: unknown) => [failed(error)])),
        ...(setup.settings().paused ? [paused] : []),
      ];
    } catch (error) {
      return [failed(error)];
    }
  },
};

/** Returns the project's UUID; empty if it has none. */
function projectOf(target: CheckTarget): string {
  const history = historyOf(target);
  return (history === undefined ? undefined : projectName(history)?.id) ?? '';
}

/** Adds the password, which the editor stores for hubs set up there. */
async function withPassword(
  address: HubAddress,
  { hubPassword }: CheckTarget,
  project: string,
): Promise<HubAddress> {
  if (address.password !== undefined || project === '') return address;
  return { ...address, ...defined({ password: await hubPassword?.(project, shownHub(address)) }) };
}

const paused = note(
  'hub.paused',
  text(
    'Nothing is sent to the hub while sending is paused. Resume it in the editor (History: Resume Sending to Hub), or run mcp-history-store team resume.',
  ),
);

/** Warns about connections to other machines that can be intercepted. */
function insecure(address: HubAddress): readonly RepairableFinding[] {
  const hub = shownHub(address);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|::1|\/.*)$/.test(address.host);
  if (isHere || (address.security !== 'none' && address.security !== 'encrypted')) return [];
  const message = text(
    'The connection to {0} is not secured, or trusts any server: its address has sslmode=disable or no-verify.',
    hub,
  );
  return [note('hub.insecure', message, { subject: hub })];
}

async function answerOf(
  address: HubAddress,
  project: string,
  target: CheckTarget,
): Promise<readonly RepairableFinding[]> {
  const client = await openHub({ address, project });
  const hub = client.shown;
  try {
    const access = project === '' ? undefined : (await client.members()).access;
    if (access !== undefined) {
      const answers = text('{0} answers; you are {1}.', hub, access);
      return [ok('hub.answers', answers, { data: { access } }), ...(await meaningOf(client, target))];
    }
    const message = text(
      '{0} answers, but you are no member of this project there. Ask an owner of it, or set the hub up anew.',
      hub,
    );
    return [problem('hub.stranger', message)];
  } finally {
    await client.close();
  }
}

/** Reports whether the hub is searched by meaning, if embeddings are configured. */
async function meaningOf(
  client: HubClient,
  { embeddings, machine }: CheckTarget,
): Promise<readonly RepairableFinding[]> {
  const provider = providerIn(embeddings?.() ?? machine.env);
  if (provider === undefined) return [];
  const { meaningText } = await import('./hubMeaning.ts');
  const meaning = await client.meaning(provider);
  const { state } = meaning;
  const data = { state, model: provider.model };
  return [(state === 'on' ? ok : note)('hub.meaning', meaningText(meaning), { data })];
}

/** Ignores a wrong address, which the environment check reports. */
function providerIn(env: Readonly<Record<string, string | undefined>>): EmbeddingProvider | undefined {
  try {
    return embeddingsFromEnvironment(env);
  } catch {
    return undefined;
  }
}

function failed(error: unknown): RepairableFinding {
  const reason = errorMessage(error);
  const { code, data } = error instanceof StoreError ? error : { code: undefined, data: {} };
  const kind = 'problem' in data && typeof data.problem === 'string' ? data.problem : undefined;
  const explanation = kind === undefined ? undefined : explanations[kind];
  const explained = explanation ? text(explanation) : { en: '', zh: '' };
  const inChinese = text('The hub is not available: {0}{1}', explained, reason).zh;
  const message = { en: reason, zh: inChinese };
  // Programs other than the one that set up the hub often have no password.
  if (kind === 'password') return note('hub.password', message, { data: { reason } });
  return problem(code === 'storage' ? 'hub.silent' : 'hub.wrong', message, { data: { reason } });
}

/** What the reasons, which are English, mean. */
const explanations: Readonly<Record<string, Text>> = {
  certificate: 'The certificate is not issued by an authority known to this machine.',
  certificateHost: 'The certificate belongs to another server.',
  tls: 'The server does not support encryption.',
  password:
    'There is no password. That of a hub set up in the editor is in the secret storage of the editor; other programs need HISTORY_HUB_URL, PGPASSWORD or .pgpass.',
  login: 'The user name or password is wrong.',
  database: 'There is no such database.',
  rights: 'Permission is missing.',
  schema: 'It is not set up as a hub.',
  engine: 'This database cannot be a hub, which needs PostgreSQL 14 or later.',
  unreachable: 'It cannot be reached. Nothing is lost, and work goes on once it can.',
  held: 'It did not answer in time. Another connection may hold the project; team repair ends that.',
};
