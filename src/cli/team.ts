import { setFlagsFromString } from 'node:v8';
import { hubVariable } from '../store/base/context.ts';
import { StoreError } from '../store/base/core.ts';
import { thisMachine, type Machine } from '../store/base/stateFolder.ts';
import { connectHub } from '../store/hub/connection.ts';
import {
  changeHubSettings,
  forgetHub,
  hubAddress,
  hubSettings,
  projectInHub,
} from '../store/hub/hubSettings.ts';
import { forgetHubState } from '../store/hub/hubState.ts';
import { formatHubUrl, shownHub, type HubAddress } from '../store/hub/hubUrl.ts';
import { ensurePerson, hubMembers, ownAccess, setMember } from '../store/hub/members.ts';
import { checkSchema } from '../store/hub/migrate.ts';
import { pullHistory, pushHistory } from '../store/hub/syncHistory.ts';
import type { HubConnection, HubShare } from '../store/hub/types.ts';
import type { HubHistory, HubSync } from '../store/hub/openedHistory.ts';
import { openHubHistory } from '../store/hubHistory.ts';
import { meaningLook } from '../doctor/hubMeaning.ts';
import { vectorsState } from '../store/hub/vectorsPlace.ts';
import { storePlace } from './project.ts';
import { embeddingsHere, sendVectors } from './teamMeaning.ts';
import type { InviteOptions, PersonOption, TeamOptions } from './teamOptions.ts';
import type { CommandResult, Terminal, Text } from './terminal.ts';

/** A project that may have a hub. */
export interface TeamProject {
  readonly history: HubHistory;
  readonly machine: Machine;
  /** Its UUID on this machine. */
  readonly local: string;
  /** Its UUID in the hub. */
  readonly project: string;
  /** Its folder. */
  readonly root: string;
  readonly address: HubAddress | undefined;
}

/** A project that is connected with its hub. */
interface ConnectedTeam extends TeamProject {
  readonly address: HubAddress;
  readonly connection: HubConnection;
}

export async function teamProject({ project: folder }: TeamOptions, { log }: Terminal): Promise<TeamProject> {
  const { root, base, options } = storePlace(folder, log);
  const history = openHubHistory(base, options);
  const local = await history.project();
  const machine = thisMachine();
  const project = projectInHub(machine, local);
  return { history, machine, local, project, root, address: hubAddress(machine, local) };
}

/** Runs work with the hub of a project, whose schema is one that this program knows. */
export async function withTeam<T>(
  options: TeamOptions,
  terminal: Terminal,
  work: (team: ConnectedTeam) => Promise<T>,
): Promise<T> {
  const team = await teamProject(options, terminal);
  const { address } = team;
  if (address === undefined) throw noHub();
  // A large history passes through: what is done with is to be cleared up at once, which takes no longer.
  setFlagsFromString('--optimize-for-size');
  const connection = await connectHub(address);
  try {
    await checkSchema(connection);
    return await work({ ...team, address, connection });
  } finally {
    await connection.close();
  }
}

/** Runs work on what a colleague sent; `own` is what of a person's own would be taken for it. */
export const withColleague = <T>(
  { person, own, ...options }: PersonOption & { readonly own: string },
  terminal: Terminal,
  work: (sync: HubSync) => Promise<T>,
): Promise<T> =>
  withTeam(options, terminal, ({ history, connection, address }) => {
    if (person === address.user)
      throw new StoreError(
        'invalid_argument',
        `${person} is who you are there: mcp-history-store team pull takes in your own ${own}.`,
      );
    return history.sync(connection, shownHub(address), work);
  });

export const noHub = (): StoreError =>
  new StoreError(
    'invalid_argument',
    `No hub is set up for this project. Run mcp-history-store team setup postgresql://user:password@host/database, or set ${hubVariable}.`,
  );

/** What goes to the hub, in words. */
export const shareTexts: Readonly<Record<HubShare, Text>> = {
  promoted: [
    'Only what you share goes there; --share dialogs adds dialogs, memories and contexts.',
    '仅发送已共享的内容；--share dialogs 可同时发送对话、记忆和上下文。',
  ],
  dialogs: [
    'Dialogs, memories, contexts, cards of sessions and what you share go there, with secrets masked.',
    '发送对话、记忆、上下文、会话卡片和已共享的内容，密钥会被遮盖。',
  ],
  everything: [
    'Dialogs, memories, contexts, cards of sessions, archives of transcripts and what you share go there, with secrets masked.',
    '发送对话、记忆、上下文、会话卡片、会话归档和已共享的内容，密钥会被遮盖。',
  ],
};

/**
 * `team status`: JSON `{hub, person, project, access?, share, paused, meaning, members: [{person, access}]}`. `meaning` is
 * `on`, or what a search by meaning lacks: `embeddings`, `model`, `extension`, `creation` (of it in the database), `table`.
 */
export const teamStatus = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ connection, local, project, machine, address }) => {
    const { say, bold, dim } = terminal;
    const { share, paused } = hubSettings(machine, local);
    const access = await ownAccess(connection, project);
    const members = await hubMembers(connection, project);
    const meaning = meaningLook(await vectorsState(connection), embeddingsHere().provider);
    const hub = shownHub(address);
    const none: Text = ['You are no member of this project there.', '你不是此项目在中心的成员。'];
    const stopped: Text = ['Paused: nothing is sent.', '已暂停：不发送任何内容。'];
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
        access ? say(shareTexts[share]) : say(none),
        ...(paused ? [say(stopped)] : []),
        say([meaning.message.en, meaning.message.zh]),
        ...lines,
      ].join('\n'),
    };
  });

/** `team push`: JSON `{sent, vectors?, problem?}`: how many records, and vectors of them; what kept vectors from being sent. */
export const pushTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ history, connection, address, machine, local }) => {
    const { share, paused } = hubSettings(machine, local);
    if (paused) throw new StoreError('disabled', 'Sending is paused. Run: mcp-history-store team resume');
    const { sent, vectors } = await history.sync(connection, shownHub(address), async (sync) => ({
      sent: await pushHistory(sync, share),
      vectors: await sendVectors(sync),
    }));
    const { problem } = vectors;
    const given: Text = [`Vectors sent: ${vectors.sent}`, `已发送向量：${vectors.sent}`];
    return {
      json: {
        sent,
        ...(vectors.sent > 0 && { vectors: vectors.sent }),
        ...(problem !== undefined && { problem }),
      },
      text: [
        terminal.say([`Sent: ${sent}`, `已发送：${sent}`]),
        ...(vectors.sent > 0 ? [terminal.say(given)] : []),
        ...(problem === undefined ? [] : [problem]),
      ].join('\n'),
    };
  });

/** `team pull`: JSON `{received}`. */
export const pullTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ history, connection, address }) => {
    const received = await history.sync(connection, shownHub(address), pullHistory);
    return { json: { received }, text: terminal.say([`Received: ${received}`, `已接收：${received}`]) };
  });

/** `team pause`: JSON `{paused}`. */
export const pauseTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  setPaused(options, terminal, true);

/** `team resume`: JSON `{paused}`. */
export const resumeTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  setPaused(options, terminal, false);

async function setPaused(options: TeamOptions, terminal: Terminal, paused: boolean): Promise<CommandResult> {
  const { machine, local } = await teamProject(options, terminal);
  await changeHubSettings(machine, local, { paused });
  const text: Text = paused
    ? [
        'Nothing is sent until you run: mcp-history-store team resume',
        '已暂停发送。恢复：mcp-history-store team resume',
      ]
    : ['Sending goes on with the next push.', '下次推送时继续发送。'];
  return { json: { paused }, text: terminal.say(text) };
}

/** `team invite`: JSON `{person, access, password?}`; the password of a role that was made is told this once. */
export const inviteToTeam = (
  { person, access, ...options }: InviteOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ connection, project, address }) => {
    const { say } = terminal;
    const password = await ensurePerson(connection, person);
    await setMember(connection, project, { person, access });
    const invited: Text = [`${person} is ${access} of this project.`, `${person} 现为此项目的 ${access}。`];
    if (password === undefined) return { json: { person, access }, text: say(invited) };
    const url = formatHubUrl({ ...address, user: person, password });
    const tell: Text = [
      `Give them this command for their clone, in confidence; the password is kept nowhere:`,
      `请私下把此命令交给对方，在其克隆中运行；密码不会保存在任何地方：`,
    ];
    return {
      json: { person, access, password },
      text: [say(invited), say(tell), `mcp-history-store team setup '${url}' --join ${project}`].join('\n'),
    };
  });

/** `team exclude`: JSON `{person}`. */
export const excludeFromTeam = (
  { person, ...options }: PersonOption,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ connection, project }) => {
    await setMember(connection, project, { person, access: undefined });
    const text: Text = [`${person} has no access any more.`, `${person} 已无访问权限。`];
    return { json: { person }, text: terminal.say(text) };
  });

/** `team leave`: JSON `{left}`, whether there was a hub. */
export async function leaveTeam(options: TeamOptions, terminal: Terminal): Promise<CommandResult> {
  const { history, machine, local } = await teamProject(options, terminal);
  const left = hubSettings(machine, local).url !== undefined;
  await forgetHub(machine, local);
  await forgetHubState(history.local.context.folder);
  const text: Text = left
    ? [
        'This machine has forgotten the hub. What was sent stays there; team setup joins again.',
        '本机已移除中心。已发送的内容仍在中心；可用 team setup 重新加入。',
      ]
    : ['No hub was set up for this project.', '此项目未设置中心。'];
  return { json: { left }, text: terminal.say(text) };
}
