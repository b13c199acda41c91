import { scopes } from '../agents/profile/machine.ts';
import { toolProfiles } from '../connect/toolProfiles.ts';
import type { Text } from '../disk/base/texts.ts';
import { briefPurposes } from '../insight/brief/types.ts';
import { sourceKinds } from '../find/search/types.ts';
import { handOverFormats } from '../history/sessions/types.ts';
import {
  command,
  limit,
  option,
  wholeNumber,
  within,
  type CommandRow,
  type OptionRow,
} from './commandRows.ts';
import type { CliProject } from './project.ts';
import { statGroups } from './statGroups.ts';
import type { CommandResult, Terminal } from './terminal.ts';

type Run<Options> = (project: CliProject, options: Options, terminal: Terminal) => Promise<CommandResult>;

/** A command that works in a project; `load` imports what runs it. */
const inProject = <Options>(
  usage: string,
  about: Text,
  load: () => Promise<Run<Options>>,
  ...options: readonly OptionRow[]
): CommandRow =>
  command<Options>(
    usage,
    about,
    async () => {
      const [run, { noteProject, openProject, takeEarlier }, { tellLost }, { assertOn, historySwitch }] =
        await Promise.all([
          load(),
          import('./project.ts'),
          import('./lostHistory.ts'),
          import('../disk/files/historySwitch.ts'),
        ]);
      return async (given, terminal) => {
        const project = openProject(given.project, terminal.log, personal.test(usage));
        const places = { history: project.store.folder };
        if (personal.test(usage) && historySwitch(project.root, places).mode === 'off')
          return run(project, given, terminal);
        assertOn(project.root, places);
        await takeEarlier(project, terminal.log);
        const result = await run(project, given, terminal);
        await noteProject(project, terminal.log);
        if (!isAboutCopies(given)) await tellLost(project, terminal);
        return result;
      };
    },
    ...options,
  );

/** Usage of commands that are for the person alone, who has what is kept also while history is off. */
const personal = /^(?:export|delete|forget|trash|restore)\b/;

/** Reports whether a command restores a copy itself. */
const isAboutCopies = (given: object): boolean => 'copy' in given;

const tagged = option('--tag <tag>', 'only those with this tag');
const archived = option('--archived', 'those that are hidden');
const scope = option('--scope <scope>', 'for you in all projects, or for all in this one', {
  choices: scopes,
});
const dryRun = option('--dry-run', 'show what would be written, write nothing');
const yes = option('-y, --yes', 'write without asking');

/** Commands for a project's history, in the order of the help. */
export const projectCommands: readonly CommandRow[] = [
  inProject('status', 'what the history holds', async () => (await import('./dialogs.ts')).status),
  inProject(
    'dialogs',
    'the dialogs, with tags, newest activity first',
    async () => (await import('./dialogList.ts')).listDialogs,
    tagged,
    archived,
  ),
  inProject(
    'search <words...>',
    'search all of the history and the sessions of all agents',
    async () => (await import('./search.ts')).find,
    option('--source <kinds...>', 'only in these', { choices: sourceKinds }),
    option('--dialog <name>', 'only what belongs to this dialog'),
    limit,
    option('--cursor <cursor>', 'from an earlier page'),
    within,
  ),
  inProject(
    'show <reference>',
    'what a search found, with what is around it',
    async () => (await import('./search.ts')).show,
    limit,
  ),
  inProject(
    'sessions [words...]',
    'past sessions of all agents, newest first',
    async () => (await import('./sessions.ts')).listSessions,
    limit,
    tagged,
    archived,
    option('--automated', 'only those that a program ran'),
    option('--no-automated', 'none that a program ran'),
  ),
  inProject(
    'resume [session]',
    'a session (latest, number or id) to go on from in a new chat',
    async () => (await import('./sessions.ts')).resumeSession,
    option('--format <format>', 'shape of the messages', {
      choices: handOverFormats,
      default: 'text',
    }),
    option('--max-tokens <number>', 'estimated tokens of the whole', {
      parse: wholeNumber,
    }),
    option('--cursor <cursor>', 'the turns before an earlier page'),
    option('--all', 'also slash commands and notices'),
    option('--in <agent>', 'write a new session of this agent, which it resumes as its own'),
    option('--until <message>', 'with --in: end it with this message, by its id'),
    option('--any-version', 'with --in: also for a version with which it was never tried'),
    dryRun,
  ),
  inProject(
    'brief [session]',
    'what was asked, done, decided and is open, for an agent that begins or has compacted',
    async () => (await import('./brief.ts')).brief,
    option('--purpose <purpose>', 'what for', { choices: briefPurposes, default: 'start' }),
    option('--max-tokens <number>', 'at most so many tokens, 300 to 4000', {
      parse: wholeNumber,
    }),
    within,
  ),
  inProject(
    'file <path>',
    'which sessions and requests wrote a file, or a line of it: file src/a.ts, file src/a.ts:12',
    async () => (await import('./file.ts')).fileHistory,
    limit,
    within,
  ),
  inProject(
    'blame [paths...]',
    'which lines of commits are from sessions, in these files or all',
    async () => (await import('./blame.ts')).blame,
    option('--write-notes', 'write it as notes of git-ai, for commits without one'),
    option('--format <format>', 'as notes of git-ai, or as records of Agent Trace', {
      choices: ['git-ai', 'agent-trace'],
      default: 'git-ai',
    }),
  ),
  inProject(
    'stats',
    'tokens and cost of all sessions, by model, agent, day or session',
    async () => (await import('./stats.ts')).stats,
    option('--by <group>', 'what the rows are', { choices: statGroups, default: 'model' }),
    option('--since <day>', 'from this day on (2026-02-05), or days back (7d)'),
    limit,
  ),
  inProject(
    'archive [session]',
    'keep a session (latest, number, id or file) as Markdown',
    async () => (await import('./sessions.ts')).archiveSession,
  ),
  inProject(
    'keep',
    'keep the sessions that their agents will delete as Markdown, with the agents’ own files',
    async () => (await import('./sessions.ts')).keepSessions,
    option('--all', 'every session'),
  ),
  inProject(
    'recover',
    'find sessions again that their agents have deleted or lost, by what they left',
    async () => (await import('./recover.ts')).recover,
    option('--all', 'of all projects, also where nothing tells the project'),
    dryRun,
    yes,
  ),
  inProject(
    'import [session]',
    'save what was said in a session into a dialog',
    async () => (await import('./dialogs.ts')).importInto,
    option('--dialog <name>', 'the dialog; default: the title of the session'),
  ),
  inProject(
    'save <dialog> [text]',
    'add a message to a dialog; the text, or JSON with --entries, may come from standard input',
    async () => (await import('./dialogs.ts')).saveMessages,
    option('--role <role>', 'who said it', { choices: ['user', 'assistant'], default: 'user' }),
    option('--entries', 'a JSON array of {role, text, ts?, id?}'),
  ),
  inProject(
    'export <dialog>',
    'a dialog as a document',
    async () => (await import('./dialogs.ts')).exportDialog,
    option('--format <format>', 'Markdown or JSON', {
      choices: ['md', 'json'],
      default: 'md',
    }),
  ),
  inProject(
    'delete <dialog>',
    'move a dialog with all that belongs to it to the trash, which keeps it for 30 days',
    async () => (await import('./dialogTrash.ts')).deleteDialog,
  ),
  inProject(
    'forget [what]',
    'remove a message, a memory, a session or all about a word for good, from all copies; what search shows names it',
    async () => (await import('./forget.ts')).forgetForGood,
    option('--about <words>', 'every line with these words'),
    option('--dry-run', 'show where it is, change nothing'),
    option('-y, --yes', 'forget without asking'),
  ),
  inProject(
    'secrets',
    'the secrets in agents’ own files of this project, oldest first, to be replaced',
    async () => (await import('./secrets.ts')).listSecrets,
  ),
  inProject(
    'trash',
    'the deleted dialogs, newest first',
    async () => (await import('./dialogTrash.ts')).trash,
  ),
  inProject(
    'restore [id]',
    'bring back a deleted dialog, whose id trash lists, what was unshared, or with --copy a history that is gone',
    async () => (await import('./dialogTrash.ts')).restoreDialog,
    option('--as <name>', 'under this name'),
    option('--copy', 'the history of this project from its second copy; copies lists all'),
    option('--at <time>', 'with --copy: as it was at this time, where several were lost'),
  ),
  inProject(
    'shared',
    'what is shared through git, in .chat-history/shared',
    async () => (await import('./shared.ts')).listShared,
    option('--kind <kind>', 'only of this kind: memory, decision, summary …'),
    option('--author <name>', 'only what this person shared'),
    tagged,
  ),
  inProject(
    'share [reference]',
    'share what a reference names, or a text on standard input, as a file that git sees',
    async () => (await import('./shared.ts')).share,
    option('--title <title>', 'its title'),
    option('--tag <tags...>', 'its tags'),
    option('--masked', 'although secrets in it are masked'),
  ),
  inProject(
    'unshare <id>',
    'withdraw what was shared; it goes to the trash',
    async () => (await import('./shared.ts')).unshare,
  ),
];

/** Commands that connect agents and maintain a machine. */
export const machineCommands: readonly CommandRow[] = [
  command(
    'copies',
    'the second copies of histories on this machine, also of those that are gone',
    async () => (await import('./copies.ts')).copies,
    option('--delete <id>', 'delete this one for good'),
  ),
  command(
    'setup [agents...]',
    'connect agents: those found here, or those named',
    async () => (await import('./connect.ts')).setup,
    scope,
    dryRun,
    yes,
    option('--no-hooks', 'only the server, no hooks that archive'),
    option('--rules <kind>', 'also write rules into the project’s AGENTS.md, CLAUDE.md and the like', {
      choices: ['full', 'minimal'],
    }),
    option('--language <language>', 'of the rules', { choices: ['en', 'zh'] }),
    option('--keep-days <number>', 'instead: have the agents keep their sessions for so many days', {
      parse: wholeNumber,
    }),
    option('--tools <which>', 'tools that the server lists, instead of those that suit each agent', {
      choices: toolProfiles,
    }),
  ),
  command(
    'remove [agents...]',
    'take out what was written for agents: for those named, or everything',
    async () => (await import('./connect.ts')).remove,
    scope,
    dryRun,
    yes,
  ),
  command(
    'mode [mode]',
    'what programs do with the history of this project: off, keep, or return it to agents as well',
    async () => (await import('./mode.ts')).modeOfProject,
  ),
  command(
    'doctor',
    'what does not work, of the history and of the agents; changes nothing unless asked to',
    async () => (await import('./doctor.ts')).doctor,
    option('--fix', 'repair what can be repaired; what was there is put aside'),
    option('--sample <session>', 'instead: the shape of what is not understood of a session or file'),
    option('--out <file>', 'with --sample: write it to this new file'),
  ),
];
