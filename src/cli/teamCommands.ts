import type { Option } from 'commander';
import { hubAccesses, hubShares } from '../store/hub/types.ts';
import { addCommand, type CommandPlace } from './addCommand.ts';
import type { Text } from './terminal.ts';
import type {
  FetchOptions,
  FetchSessionOptions,
  InviteOptions,
  PersonOption,
  TeamSearchOptions,
  TeamSessionsOptions,
  TeamSetupOptions,
} from './teamOptions.ts';

const team = () => import('./team.ts');

/** `team` and what is below it; the code that speaks with databases is loaded when one of them runs. */
export function addTeamCommands(
  place: CommandPlace,
  option: (flags: string, about: Text) => Option,
  limit: Option,
): void {
  addCommand<TeamSetupOptions>(
    place,
    'setup [url]',
    [
      'join the hub at postgresql://user:password@host/database, or change what goes to it',
      '加入位于 postgresql://user:password@host/database 的中心，或更改发送内容',
    ],
    async (...given) => (await import('./teamSetup.ts')).setupTeam(...given),
    option('--share <what>', [
      'what goes there: what is shared (promoted), also dialogs, memories, contexts and cards of sessions (dialogs), or archives of transcripts as well (everything)',
      '发送内容：仅已共享的内容（promoted），另含对话、记忆、上下文和会话卡片（dialogs），或再含会话归档（everything）',
    ]).choices([...hubShares]),
    option('--join <id>', [
      'the project in the hub, as team status tells it; default the one with the same origin of git, else a new one',
      '中心里的项目，ID 见 team status；默认为 git origin 相同的项目，没有则新建',
    ]),
  );
  addCommand(
    place,
    'status',
    ['the hub, who is in the project, and what goes there', '中心、项目成员及发送内容'],
    async (...given) => (await team()).teamStatus(...given),
  );
  addCommand(place, 'push', ['send what the hub lacks', '发送中心尚缺的内容'], async (...given) =>
    (await team()).pushTeam(...given),
  );
  addCommand(
    place,
    'pull',
    ['take in what you changed on your other machines', '取回你在其他机器上的更改'],
    async (...given) => (await team()).pullTeam(...given),
  );
  addCommand<TeamSearchOptions>(
    place,
    'search <words...>',
    [
      'search what everybody in the project sent to the hub; author:NAME, kind:memory and other filters',
      '搜索项目所有成员发送到中心的内容；支持 author:姓名、kind:memory 等筛选',
    ],
    async (...given) => (await import('./teamSearch.ts')).searchTeam(...given),
    limit,
  );
  addCommand<FetchOptions>(
    place,
    'fetch <person> <dialog>',
    [
      'copy a dialog of a colleague here, or what is new in it, as “dialog (person)”',
      '将同事的对话（或其中的新内容）复制到本机，名为“对话 (同事)”',
    ],
    async (...given) => (await import('./teamSearch.ts')).fetchFromTeam(...given),
  );
  addCommand<TeamSessionsOptions>(
    place,
    'sessions',
    [
      'list the sessions that everybody in the project had with agents, as their cards tell',
      '按卡片列出项目所有成员与智能体的会话',
    ],
    async (...given) => (await import('./teamSessions.ts')).teamSessions(...given),
    option('--person <person>', ['only those of this person', '仅此成员的会话']),
    limit,
  );
  addCommand<FetchSessionOptions>(
    place,
    'fetch-session <person> <session>',
    [
      'copy the archives of a colleague’s session here, or what is new in them',
      '将同事会话的归档（或其中的新内容）复制到本机',
    ],
    async (...given) => (await import('./teamSessions.ts')).fetchTeamSession(...given),
  );
  addCommand(place, 'pause', ['send nothing until resumed', '暂停发送'], async (...given) =>
    (await team()).pauseTeam(...given),
  );
  addCommand(place, 'resume', ['send again', '恢复发送'], async (...given) =>
    (await team()).resumeTeam(...given),
  );
  addCommand<InviteOptions>(
    place,
    'invite <person>',
    [
      'let a person into the project in the hub, or change what they may',
      '邀请某人加入中心里的此项目，或更改其权限',
    ],
    async (...given) => (await team()).inviteToTeam(...given),
    option('--access <access>', ['what they may', '权限'])
      .choices([...hubAccesses])
      .default('writer'),
  );
  addCommand<PersonOption>(
    place,
    'exclude <person>',
    [
      'take a person’s access to the project away; invite gives it back',
      '取消某人对项目的访问；可用 invite 恢复',
    ],
    async (...given) => (await team()).excludeFromTeam(...given),
  );
  addCommand(
    place,
    'leave',
    ['forget the hub on this machine; what was sent stays there', '在本机移除中心；已发送的内容保留在中心'],
    async (...given) => (await team()).leaveTeam(...given),
  );
}
