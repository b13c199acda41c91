import { command, limit, option, type CommandRow } from './commandRows.ts';
import { hubAccesses, hubShares } from './teamOptions.ts';

const team = () => import('./team.ts');

/** The `team` commands; database code is loaded only when one of them runs. */
export const teamCommands: readonly CommandRow[] = [
  command(
    'setup [url]',
    'join the hub at postgresql://user:password@host/database, or change what goes to it',
    async () => (await import('./teamSetup.ts')).setupTeam,
    option(
      '--share <what>',
      'what goes there: what is shared (promoted), also dialogs, memories, contexts and cards of sessions (dialogs), or archives of transcripts as well (everything)',
      { choices: hubShares },
    ),
    option(
      '--join <id>',
      'the project in the hub, as team status tells it; default the one with the same origin of git, else a new one',
    ),
  ),
  command(
    'status',
    'the hub, who is in the project, and what goes there',
    async () => (await team()).teamStatus,
  ),
  command('push', 'send what the hub lacks', async () => (await team()).pushTeam),
  command('pull', 'take in what you changed on your other machines', async () => (await team()).pullTeam),
  command(
    'search <words...>',
    'search what everybody in the project sent to the hub; author:NAME, kind:memory and other filters',
    async () => (await import('./teamSearch.ts')).searchTeam,
    limit,
  ),
  command(
    'fetch <person> <dialog>',
    'copy a dialog of a colleague here, or what is new in it, as “dialog (person)”',
    async () => (await import('./teamSearch.ts')).fetchFromTeam,
  ),
  command(
    'sessions',
    'list the sessions that everybody in the project had with agents, as their cards tell',
    async () => (await import('./teamSessions.ts')).teamSessions,
    option('--person <person>', 'only those of this person'),
    limit,
  ),
  command(
    'fetch-session <person> <session>',
    'copy the archives of a colleague’s session here, or what is new in them',
    async () => (await import('./teamSessions.ts')).fetchTeamSession,
  ),
  command('pause', 'send nothing until resumed', async () => (await team()).pauseTeam),
  command('resume', 'send again', async () => (await team()).resumeTeam),
  command(
    'invite <person>',
    'let a person into the project in the hub, or change what they may',
    async () => (await team()).inviteToTeam,
    option('--access <access>', 'what they may', { choices: hubAccesses, default: 'writer' }),
  ),
  command(
    'exclude <person>',
    'take a person’s access to the project away; invite gives it back',
    async () => (await team()).excludeFromTeam,
  ),
  command(
    'repair',
    'end connections that hold the project up for everybody, and bring back its numbers where somebody set them far ahead; owners only',
    async () => (await import('./teamRepair.ts')).repairTeam,
  ),
  command(
    'log',
    'list who joined the project, was excluded, or read sessions of others; owners only',
    async () => (await import('./teamRepair.ts')).teamLog,
    limit,
  ),
  command(
    'backup <file>',
    'write all that everybody sent to the project into a new file',
    async () => (await import('./teamBackup.ts')).backUpTeam,
  ),
  command(
    'restore <file>',
    'bring the project of such a file back into the hub, as far as it is not there; for whoever set the hub up',
    async () => (await import('./teamBackup.ts')).restoreTeam,
  ),
  command(
    'leave',
    'forget the hub on this machine; what was sent stays there',
    async () => (await team()).leaveTeam,
  ),
];
