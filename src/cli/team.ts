import { setFlagsFromString } from 'node:v8';
import { hubVariable } from '../disk/base/context.ts';
import { StoreError, errorMessage } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import {
  HubSetup,
  openHub,
  openToJoin,
  parseHubUrl,
  type AuditEntry,
  type HubAddress,
  type HubClient,
  type HubHistory,
  type HubHit,
  type HubSession,
  type ProjectsOfPerson,
} from '../team/hub.ts';
import { assertOn } from '../disk/files/historySwitch.ts';
import { openHubHistory } from '../store/hubHistory.ts';
import { meaningText } from '../doctor/hubMeaning.ts';
import { storePlace } from './project.ts';
import type { HubShare, InviteOptions, PersonOption, TeamOptions } from './teamOptions.ts';
import type { CommandResult, Terminal } from './terminal.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../history/embeddings/embeddings.ts';

export { openToJoin, parseHubUrl };
export type { AuditEntry, HubHit, HubSession, ProjectsOfPerson };

/** A project that may have a hub. */
export interface TeamProject {
  readonly history: HubHistory;
  readonly setup: HubSetup;
  /** Its UUID in the hub. */
  readonly project: string;
  /** Its folder. */
  readonly root: string;
  readonly address: HubAddress | undefined;
}

/** A project connected to its hub. */
interface ConnectedTeam extends TeamProject {
  readonly address: HubAddress;
  readonly client: HubClient;
}

export async function teamProject({ project: folder }: TeamOptions, { log }: Terminal): Promise<TeamProject> {
  const { root, base, options } = storePlace(folder, log);
  const history = openHubHistory(base, options);
  assertOn(root, { history: history.local.context.folder });
  const setup = new HubSetup(thisMachine(), await history.project());
  return { history, setup, project: setup.inHub(), root, address: setup.address() };
}

/** Runs work with a project's hub after checking that its schema is supported. */
export async function withTeam<T>(
  options: TeamOptions,
  terminal: Terminal,
  work: (team: ConnectedTeam) => Promise<T>,
): Promise<T> {
  const team = await teamProject(options, terminal);
  const { address, project, history } = team;
  if (address === undefined) throw noHub();
  // Frees memory early while a large history passes through, without taking longer.
  setFlagsFromString('--optimize-for-size');
  const client = await openHub({ address, project, history });
  try {
    return await work({ ...team, address, client });
  } finally {
    await client.close();
  }
}

/** Runs work on a colleague's items. Throws if the person is oneself, calling one's own items `own`. */
export const withColleague = <T>(
  { person, own, ...options }: PersonOption & { readonly own: string },
  terminal: Terminal,
  work: (client: HubClient) => Promise<T>,
): Promise<T> =>
  withTeam(options, terminal, ({ client, address }) => {
    if (person === address.user)
      throw new StoreError(
        'invalid_argument',
        `${person} is who you are there: mcp-history-store team pull takes in your own ${own}.`,
      );
    return work(client);
  });

export const noHub = (): StoreError =>
  new StoreError(
    'invalid_argument',
    `No hub is set up for this project. Run mcp-history-store team setup postgresql://user:password@host/database, or set ${hubVariable}.`,
  );

/** Descriptions of what is sent to the hub. */
export const shareTexts: Readonly<Record<HubShare, Text>> = {
  promoted: 'Only what you share goes there; --share dialogs adds dialogs, memories and contexts.',
  dialogs: 'Dialogs, memories, contexts, cards of sessions and what you share go there, with secrets masked.',
  everything:
    'Dialogs, memories, contexts, cards of sessions, archives of transcripts and what you share go there, with secrets masked.',
};

/**
 * `team status`: JSON `{hub, person, project, access?, share, paused, meaning, members: [{person, access}]}`.
 * `meaning` is `on`, or what searching by meaning lacks: `embeddings`, `model`, `extension`, `creation` (of it in the
 * database), `table`.
 */
export const teamStatus = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client, project, setup, address }) => {
    const { say, bold, dim, language } = terminal;
    const { share, paused } = setup.settings();
    const { access, members } = await client.members();
    const meaning = await client.meaning(embeddingsHere().provider);
    const hub = client.shown;
    const none: Text = 'You are no member of this project there.';
    const stopped: Text = 'Paused: nothing is sent.';
    const lines = members.map((member) => `${member.person} ${dim(member.access)}`);
    return {
      json: {
        hub,
        person: address.user,
        project,
        ...(access && { access }),
        share,
        paused,
        meaning: meaning.state,
        members,
      },
      text: [
        bold(hub),
        say('Project {0}', project),
        access ? say(shareTexts[share]) : say(none),
        ...(paused ? [say(stopped)] : []),
        meaningText(meaning)[language],
        ...lines,
      ].join('\n'),
    };
  });

/** `team push`: JSON `{sent, vectors?, problem?}`: number of records and vectors sent, and why vectors were not. */
export const pushTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client, setup }) => {
    const { share, paused } = setup.settings();
    if (paused) throw new StoreError('disabled', 'Sending is paused. Run: mcp-history-store team resume');
    const { provider, ...wrong } = embeddingsHere();
    const { sent, vectors } = await client.push({ share, embeddings: provider, language: terminal.language });
    const { problem } = { ...wrong, ...vectors };
    const given = terminal.say('Vectors sent: {0}', vectors.sent);
    return {
      json: {
        sent,
        ...(vectors.sent > 0 && { vectors: vectors.sent }),
        ...(problem !== undefined && { problem }),
      },
      text: [
        terminal.say('Sent: {0}', sent),
        ...(vectors.sent > 0 ? [given] : []),
        ...(problem === undefined ? [] : [problem]),
      ].join('\n'),
    };
  });

/** `team pull`: JSON `{received}`. */
export const pullTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    const received = await client.pull();
    return { json: { received }, text: terminal.say('Received: {0}', received) };
  });

/** `team pause`: JSON `{paused}`. */
export const pauseTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  setPaused(options, terminal, true);

/** `team resume`: JSON `{paused}`. */
export const resumeTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  setPaused(options, terminal, false);

async function setPaused(options: TeamOptions, terminal: Terminal, paused: boolean): Promise<CommandResult> {
  const { setup } = await teamProject(options, terminal);
  await setup.change({ paused });
  const text: Text = paused
    ? 'Nothing is sent until you run: mcp-history-store team resume'
    : 'Sending goes on with the next push.';
  return { json: { paused }, text: terminal.say(text) };
}

/** `team invite`: JSON `{person, access, password?}`; the password of a new role is shown only this once. */
export const inviteToTeam = (
  { person, access, ...options }: InviteOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client, project }) => {
    const { say } = terminal;
    const role = await client.invite(person, access);
    const invited = say('{0} is {1} of this project.', person, access);
    if (role === undefined) return { json: { person, access }, text: invited };
    const { password, url } = role;
    const tell: Text = 'Give them this command for their clone, in confidence; the password is kept nowhere:';
    return {
      json: { person, access, password },
      text: [invited, say(tell), `mcp-history-store team setup '${url}' --join ${project}`].join('\n'),
    };
  });

/** `team exclude`: JSON `{person}`. */
export const excludeFromTeam = (
  { person, ...options }: PersonOption,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    await client.setMember(person, undefined);
    const text = terminal.say('{0} has no access any more.', person);
    return { json: { person }, text };
  });

/** `team leave`: JSON `{left}`, whether there was a hub. */
export async function leaveTeam(options: TeamOptions, terminal: Terminal): Promise<CommandResult> {
  const { history, setup } = await teamProject(options, terminal);
  const left = setup.settings().url !== undefined;
  await setup.leave(history);
  const text: Text = left
    ? 'This machine has forgotten the hub. What was sent stays there; team setup joins again.'
    : 'No hub was set up for this project.';
  return { json: { left }, text: terminal.say(text) };
}

/**
 * Returns the embeddings configured in the environment. A wrong address becomes `problem`, and only words are
 * searched.
 */
export function embeddingsHere(): { readonly provider?: EmbeddingProvider; readonly problem?: string } {
  try {
    const provider = embeddingsFromEnvironment(process.env);
    return provider ? { provider } : {};
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
