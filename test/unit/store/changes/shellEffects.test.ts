import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countSteps } from '../../../regexSteps.ts';
import { seeded } from '../../../seeded.ts';
import { effectsOf, type ShellEffect } from '../../../../src/insight/changes/shellEffects.ts';

/** An effect on one line: its kind, what it is about, and the folder it is in, if that is another. */
const shown = (script: string): readonly string[] =>
  effectsOf(script).map(({ effect, folder }) => {
    const { kind, ...about } = effect;
    const values = Object.values(about).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    return [kind, ...values, ...(folder === '' ? [] : [`in ${folder ?? '?'}`])].join(' ').trimEnd();
  });

const assertEffects = (rows: Readonly<Record<string, readonly string[]>>): void => {
  for (const [script, effects] of Object.entries(rows)) assert.deepEqual(shown(script), effects, script);
};

/** What the tree below a folder holds after a script that writes with a real shell. */
function ranByShell(script: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'shell 脚本 '));
  try {
    for (const [name, text] of Object.entries(before)) fs.writeFileSync(join(folder, name), text);
    execFileSync('sh', ['-c', script], { cwd: folder, stdio: 'ignore' });
    return Object.fromEntries(
      fs.readdirSync(folder).map((name) => [name, fs.readFileSync(join(folder, name), 'utf8')]),
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What effects make of files. */
function applied(
  effects: readonly ShellEffect[],
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const files = new Map(Object.entries(before));
  const at = (path: string): string => files.get(path) ?? '';
  for (const effect of effects)
    if (effect.kind === 'write') files.set(effect.path, effect.text);
    else if (effect.kind === 'append') files.set(effect.path, at(effect.path) + effect.text);
    else if (effect.kind === 'delete') files.delete(effect.path);
    else if (effect.kind === 'move') {
      files.set(effect.to, at(effect.path));
      files.delete(effect.path);
    }
  return Object.fromEntries(files);
}

describe('what a script did to files', () => {
  it('is what a shell does, where it is certain', function () {
    if (process.platform === 'win32') this.skip();
    const before = { 'a.txt': 'old a\n', 'b.txt': 'old b\n' };
    const scripts = [
      'echo one two > c.txt',
      "echo 'one   two' >c.txt; echo three >> c.txt",
      'echo -n "no line end" > a.txt',
      "printf 'x\\ny\\n' > a.txt",
      "printf '%s\\n' one 'two  2' 三 > c.txt",
      "cat > c.txt <<'EOF'\n$HOME stays, `so` does \\this\n  indented\nEOF",
      'cat > c.txt <<EOF\nplain text\n\nafter an empty line\nEOF\necho more >> c.txt',
      'cat <<-END >> a.txt\n\tone\n\t\ttwo\n\tEND',
      'rm a.txt && rm -f b.txt',
      'mv a.txt "名 前.txt"',
      'mv b.txt c.txt; echo new > b.txt',
      "tee c.txt <<'EOF' > /dev/null\nby tee\nEOF",
      "tee -a a.txt <<'EOF' >/dev/null\nmore\nEOF",
      'echo escaped\\ blank > c\\ d.txt',
      'echo "a; b > c # d" > c.txt # a comment > e.txt',
      'echo one \\\n  two > c.txt',
      'echo to-standard-error >&2; echo 1 2> e.txt > c.txt; rm e.txt',
    ];
    for (const script of scripts) {
      const effects = effectsOf(script).map(({ effect }) => effect);
      const certain = effects.filter(({ kind }) => /^(?:write|append|delete|move)$/.test(kind));
      assert.ok(certain.length > 0, script);
      const after = applied(effects, before);
      // What only another program could have made is none of the script's effects.
      assert.deepEqual(ranByShell(script, before), after, script);
    }
  });

  it('is uncertain where the script does not hold what is written, or may not have come to it', () => {
    assertEffects({
      'make > log.txt': ['replace log.txt'],
      'make >> log.txt': ['script log.txt'],
      'echo "$HOME" > a': ['replace a'],
      'echo `date` > a': ['replace a'],
      'echo -e "a\\tb" > a': ['replace a'],
      "printf '%d' 3 > a": ['replace a'],
      'cat other.txt > a': ['replace a'],
      'cat <<EOF > a\n$USER\nEOF': ['replace a'],
      'echo x | sort > a': ['replace a'],
      'echo x > "$name"': ['script $name'],
      'test -f a || echo x > a': ['script a'],
      'if true; then echo x > a; fi': ['script a'],
      'for f in 1 2; do echo x > a; done\necho y > b': ['script a', 'write b y'],
      '(echo x > a)': ['script a'],
      'make > /dev/null 2>&1': [],
      'echo x | tee a': ['replace a'],
      'echo x | tee -a a b': ['script a', 'script b'],
      'false || rm a': [],
      'x=$(make > log.txt)': ['script log.txt'],
      'x=`make > log.txt`': ['script log.txt'],
      'cp $(command -v node) b': ['replace b'],
      'git commit -m "$(echo "a > b")" && rm c': ['commit false', 'delete c'],
      'if x; then mv a b; rm c; git rm d; git mv e f; fi': [],
    });
  });

  it('happens in the folder the script went to, as far as it tells', () => {
    assertEffects({
      'cd src && echo x > a': ['write a x\n in src'],
      'cd src; cd lib; rm a': ['delete a in src/lib'],
      'cd src; cd /opt; rm a': ['delete a in /opt'],
      'cd C:/app && rm a': ['delete a in C:/app'],
      'cd "$dir" && rm a': ['delete a in ?'],
      'cd src && cd - && rm a': ['delete a in ?'],
      'cd "$dir"; cd src; rm a': ['delete a in ?'],
      'test -d src || cd lib; rm a': ['delete a in ?'],
      'pushd 源码; rm a': ['delete a in 源码'],
    });
  });

  it('is told of programs that delete, move, copy and edit', () => {
    assertEffects({
      'sudo rm -rf a b': ['delete a', 'delete b'],
      'FOO=1 env command unlink a': ['delete a'],
      'del a': ['delete a'],
      'mv a': [],
      'mv a b c dir/': ['delete a', 'delete b', 'delete c'],
      'mv a .': ['delete a'],
      'cp -r a b': ['replace b'],
      'ln -s a b': ['replace b'],
      '/usr/bin/install -m 644 a b': ['replace b'],
      'vim a b': ['script a', 'script b'],
      'python3 build.py data.csv out': ['script data.csv'],
      'python -m pytest test_a.py': [],
      'node --test a.test.js b.test.js': [],
      'node -e "fs.writeFileSync(\'src/a.json\', x)"': ['script src/a.json'],
      'node -e "console.log(\'src/a.json\')"': [],
      "python3 - <<'EOF'\nopen('a.txt', 'w').write('x')\nopen('a.txt')\nEOF": ['script a.txt'],
      'ls -la': [],
    });
  });

  it('of sed is only lines that hold what it writes', () => {
    assertEffects({
      "sed -i 's/a/b/' x.txt": ['script x.txt [["b"]]'],
      "sed -i -e 's/a/b/g' -e '3d' x y": ['script x [["b"]]', 'script y [["b"]]'],
      "sed --in-place 's|a/b|c/\\1/d|' x": ['script x [["c/","/d"]]'],
      "sed -i 's/a/[&]/;s/c/d\\.e/' x": ['script x [["[","]"],["d.e"]]'],
      "sed -i '/^#/d' x": ['script x []'],
      "sed -i 'y/abc/xyz/' x": ['script x'],
      "sed 's/a/b/' x": [],
      "sed -i 's/a/b/' *.txt": ['script  [["b"]]'],
      "sed -i 's/a//' *.txt": [],
      "grep -l a . | xargs sed -i 's/old/new/'": ['script  [["new"]]'],
      "find . -name '*.c' -exec sed -i 's/x/yy/' {} ;": ['script  [["yy"]]'],
      "perl -pi -e 's/a/b/' x": ['script x [["b"]]'],
    });
  });

  it('of git throws away, puts aside, stages and commits', () => {
    assertEffects({
      'git checkout -- a b': ['discard a', 'discard b'],
      'git checkout .': ['discardAll'],
      'git checkout main': [],
      'git checkout main src/a.ts': ['discard src/a.ts'],
      'git checkout -b topic': [],
      'git checkout -f main': ['discardAll'],
      'git checkout README.md': ['discard README.md'],
      'git restore a': ['discard a'],
      'git restore --staged a': [],
      'git restore --staged --worktree :/': ['discardAll'],
      'git reset --hard HEAD~1': ['discardAll'],
      'git reset a': [],
      'git clean -fd': ['discardAll'],
      'git stash': ['discardAll'],
      'git stash push -m wip': ['discardAll'],
      'git stash pop': [],
      'git revert HEAD': ['revertLast'],
      'git revert --no-edit abc123': ['revertAll'],
      'git rm --cached a': [],
      'git rm a': ['delete a'],
      'git mv a b': ['move a b'],
      'git add -A && git commit -m "x"': ['stage .', 'commit false'],
      'git add a b; git commit -am x': ['stage a', 'stage b', 'commit true'],
      'git -C sub -c user.name=x commit --all': ['commit true'],
      'git status': [],
    });
  });

  it('costs no more the more of its here-documents nothing ends', () => {
    const looks = (marks: number): number =>
      countSteps(() => shown(`echo $(cat ${Array.from({ length: marks }, (_, n) => `<<A${n} `).join('')}`))
        .total;
    assert.ok(looks(2_000) < looks(1_000) * 3, `${looks(1_000)}, ${looks(2_000)}`);
  });

  it('is read of texts in one another without end', () => {
    for (const piece of ['"$(', '$(', '`', '$(a `b '])
      assert.deepEqual(shown(piece.repeat(20_000)), [], piece);
  });

  it('comes to an end on whatever is given, with paths that stand in it', () => {
    const pieces = [
      'echo',
      ' ',
      '>',
      '>>',
      '"',
      "'",
      '<<EOF',
      '\n',
      'a.txt',
      '$x',
      '\\',
      '(',
      ')',
      '|',
      '&&',
      '中',
    ];
    const random = seeded(7);
    const next = (): number => Math.floor(random() * 1_000);
    for (let n = 0; n < 2_000; n++) {
      const script = Array.from({ length: 3 + (next() % 12) }, () => pieces[next() % pieces.length]).join('');
      for (const { effect } of effectsOf(script))
        if ('path' in effect && effect.path.length > 1 && !/["'\\]/.test(script))
          assert.ok(script.includes(effect.path), JSON.stringify([script, effect]));
    }
  });
});
