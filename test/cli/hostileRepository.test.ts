import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withCli } from './withCli.ts';

/** Every key of git-config(1) that names a program, with what makes git reach for it. */
const programs = (program: string): readonly (readonly [key: string, value: string])[] => [
  ...[
    ...['core.fsmonitor', 'core.sshCommand', 'core.gitProxy', 'core.pager', 'core.editor', 'core.askPass'],
    ...['core.alternateRefsCommand', 'sequence.editor', 'pager.log', 'pager.config', 'pager.show'],
    ...['credential.helper', 'diff.external', 'diff.x.command', 'diff.x.textconv', 'merge.x.driver'],
    ...['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'interactive.diffFilter'],
    ...['gpg.program', 'gpg.x509.program', 'gpg.ssh.program', 'gpg.ssh.defaultKeyCommand'],
    ...['remote.origin.uploadpack', 'remote.origin.receivepack', 'uploadpack.packObjectsHook'],
    ...['trailer.x.command', 'trailer.x.cmd', 'tar.x.command', 'browser.x.cmd', 'man.x.cmd'],
    ...['difftool.x.cmd', 'mergetool.x.cmd', 'sendemail.toCmd', 'sendemail.ccCmd', 'web.browser'],
  ].map((key) => [key, program] as const),
  ...['ls-files', 'log', 'rev-list', 'cat-file', 'check-ignore', 'config', 'remote', 'show'].map(
    (name) => [`alias.${name}`, `!${program}`] as const,
  ),
  ['protocol.file.allow', 'always'],
  ['log.showSignature', 'true'],
  ['filter.x.required', 'true'],
  ['remote.origin.url', '.'],
  ['remote.origin.promisor', 'true'],
  ['extensions.partialClone', 'origin'],
  ['remote.origin.partialclonefilter', 'blob:none'],
  ['gc.auto', '1'],
];

interface Planted {
  /** Absolute path of a program that leaves a mark. */
  readonly program: string;
  readonly mark: string;
}

function plant(): Planted {
  // Values of git's settings are lines of a shell, so that the path has no blank.
  const folder = fs.mkdtempSync(join(tmpdir(), 'planted-'));
  const [program, mark] = [join(folder, 'planted.sh'), join(folder, 'it-ran')];
  fs.writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${mark}'\nexit 1\n`, { mode: 0o755 });
  return { program, mark };
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const hooks = [
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'post-checkout',
  'fsmonitor-watchman',
];

/** Makes a repository's own settings run the program wherever git would, also to fetch an object that is missing. */
function arm(gitFolder: string, { program }: Planted, worktree: string): void {
  const missing = git(gitFolder, '--git-dir=.', 'rev-parse', 'HEAD:elsewhere').trim();
  const file = join(gitFolder, 'config');
  for (const [key, value] of [
    ...programs(program),
    ['core.worktree', worktree],
    ['core.bare', 'false'],
  ] as const)
    execFileSync('git', ['config', '--file', file, key, value]);
  execFileSync('git', ['config', '--file', file, 'core.repositoryformatversion', '1']);
  fs.mkdirSync(join(gitFolder, 'hooks'), { recursive: true });
  for (const hook of hooks) fs.copyFileSync(program, join(gitFolder, 'hooks', hook));
  fs.mkdirSync(join(gitFolder, 'info'), { recursive: true });
  fs.writeFileSync(join(gitFolder, 'info/attributes'), '* filter=x diff=x merge=x\n');
  fs.rmSync(join(gitFolder, 'objects', missing.slice(0, 2), missing.slice(2)));
}

/** A repository with a withdrawn item and a signed commit, which a person has cloned, or unpacked with its `.git`. */
const places: Record<string, (project: string, planted: Planted) => void> = {
  'its own .git': (project, planted) => {
    commitHistory(project);
    arm(join(project, '.git'), planted, project);
  },
  'a bare repository in the place of its history': (project, planted) => {
    commitHistory(project);
    bury(project, join(project, '.chat-history'), planted);
  },
  'a bare repository in the place of what is shared': (project, planted) => {
    commitHistory(project);
    bury(project, join(project, '.chat-history/shared'), planted);
  },
  'a bare repository in the place of a history, without another': (project, planted) => {
    commitHistory(project);
    bury(project, join(project, '.chat-history'), planted);
    fs.rmSync(join(project, '.git'), { recursive: true });
  },
};

const withdrawn = `---\nid: 20261123-k3x9a2mq\nkind: note\ntitle: Gone\nwithdrawn: 2026-11-24T00:00:00Z\n---\n`;
const shared = withdrawn.replace(/withdrawn: .*\n/, '') + '\nText.\n';
const item = '2026-11-23-gone-a2mq.md';

function commitHistory(project: string): void {
  git(project, 'init', '--quiet', '--initial-branch=main');
  const folder = join(project, '.chat-history/shared');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, '../.gitignore'), '/*\n!/shared/\n');
  fs.mkdirSync(join(project, 'elsewhere'));
  fs.writeFileSync(join(project, 'elsewhere/file'), 'x\n');
  for (const text of [shared, withdrawn]) {
    fs.writeFileSync(join(folder, item), text);
    git(project, 'add', '--all', '--force');
    const tree = git(project, 'write-tree').trim();
    sign(project, tree);
  }
  git(project, 'sparse-checkout', 'set', '--cone', '--sparse-index', '.chat-history');
}

/** A commit with a signature, as `log.showSignature` has it checked. */
function sign(project: string, tree: string): void {
  const who = 'Ann <ann@example.org> 1770000000 +0000';
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----';
  const commit = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nWork\n`;
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: project,
    input: commit,
    encoding: 'utf8',
  }).trim();
  git(project, 'update-ref', 'refs/heads/main', id);
}

function bury(project: string, folder: string, planted: Planted): void {
  for (const name of ['HEAD', 'config', 'config.worktree', 'info', 'objects', 'refs', 'index'])
    fs.cpSync(join(project, '.git', name), join(folder, name), { recursive: true });
  arm(folder, planted, '.');
}

const commands: readonly (readonly [args: readonly string[], input?: string])[] = [
  [['doctor']],
  [['doctor', '--repair']],
  [['share', '--title', 'New'], 'Some text'],
  [['shared', '--withdrawn']],
  [['shared']],
  [['unshare', '20261123-k3x9a2mq']],
  [['restore', item]],
  [['restore', '20261123-k3x9a2mq']],
  [['team', 'setup', 'postgresql://127.0.0.1:1/x']],
  [['team', 'status']],
  [['search', 'text']],
  [['file', 'README.md']],
  [['sessions']],
  [['brief']],
  [['stats']],
];

describe('a cloned repository', function () {
  if (process.platform === 'win32') return; // the planted programs are shell scripts

  for (const [place, make] of Object.entries(places))
    it(`runs nothing planted in ${place}, with any command`, () =>
      withCli(async ({ cli, project }) => {
        const planted = plant();
        make(project, planted);
        fs.rmSync(planted.mark, { force: true });
        for (const [args, input = ''] of commands) {
          await cli(args, input);
          assert.ok(!fs.existsSync(planted.mark), `${args.join(' ')}: ${read(planted.mark)}`);
        }
      }));

  it('runs no program of its own named like a known one', () =>
    withCli(async ({ cli, project }) => {
      commitHistory(project);
      const planted = plant();
      for (const name of ['git', 'node', 'npx', 'code', 'claude', 'codex'])
        for (const folder of [project, join(project, '.chat-history'), join(project, '.chat-history/shared')])
          fs.copyFileSync(planted.program, join(folder, name));
      const path = ['', '.', project, join(project, '.chat-history'), process.env.PATH].join(delimiter);
      for (const [args, input = ''] of commands) {
        await cli(args, input, { PATH: path });
        assert.ok(!fs.existsSync(planted.mark), `${args.join(' ')}: ${read(planted.mark)}`);
      }
      git(project, 'config', 'user.name', 'Ann');
      await cli(['share', '--title', 'By Ann'], 'Other text', { PATH: path });
      const folder = join(project, '.chat-history/shared');
      const file = fs.readdirSync(folder).find((name) => name.includes('by-ann')) ?? '';
      assert.match(read(join(folder, file)), /^author: Ann$/m, 'git is found all the same');
    }));

  it('runs nothing named by git variables of the environment', () =>
    withCli(async ({ cli, project }) => {
      commitHistory(project);
      const planted = plant();
      const keys = programs(planted.program);
      const env = Object.fromEntries(
        keys.flatMap(([key, value], n) => [
          [`GIT_CONFIG_KEY_${n}`, key],
          [`GIT_CONFIG_VALUE_${n}`, value],
        ]),
      );
      for (const [args, input = ''] of commands) {
        await cli(args, input, {
          ...env,
          GIT_CONFIG_COUNT: String(keys.length),
          GIT_EXTERNAL_DIFF: planted.program,
          GIT_PAGER: planted.program,
          GIT_SSH: planted.program,
          GIT_DIR: join(project, 'nowhere'),
        });
        assert.ok(!fs.existsSync(planted.mark), `${args.join(' ')}: ${read(planted.mark)}`);
      }
    }));
});

const read = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
