import { describe, expect, it } from '@jest/globals';
import { readCommand } from './read-command.ts';

const nameOf = (line: string): string => readCommand(line).name;
const editsOf = (line: string) => readCommand(line).edits;

describe('A command', () => {
  it.each([
    ['npm run lint', 'npm run lint'],
    ['npm run lint -- --max-warnings 0', 'npm run lint'],
    ['yarn run lint', 'yarn lint'],
    ['pnpm --filter web run lint', 'pnpm lint'],
    ['npx --yes playwright install --with-deps', 'playwright install'],
    ['uv run --extra dev mypy src', 'mypy'],
    ['poetry run alembic upgrade head', 'alembic upgrade'],
    ['bundle exec rake assets:precompile', 'rake assets:precompile'],
    ['python3 -m pip install --user numpy', 'pip install'],
    ['python -m shop.jobs start', 'python -m shop.jobs start'],
    ['docker compose -f dev.yml exec -T web npm run migrate', 'docker compose exec web npm run migrate'],
    ['docker exec -it 4f2a9 psql -c "select 1"', 'psql'],
    ['bash -lc "cd web && NODE_ENV=test npm test"', 'npm test'],
    ['cd web && npm ci', 'npm ci'],
    ['source .venv/bin/activate; export A=b; make -C native all', 'make all'],
    ['sudo -u deploy env LANG=C time ./scripts/deploy.sh', 'deploy.sh'],
    ['timeout 30 pytest -q tests/test_a.py | tail -5', 'pytest'],
    ['curl -s localhost:80 | grep ok', 'curl'],
    ['if [ -f x ]; then go build ./...; fi', 'go build'],
    ['acmectl deploy --wait', 'acmectl deploy'],
    ['git -C lib push origin fix-12', 'git push'],
  ])('`%s` is named %s', (line, name) => {
    expect(nameOf(line)).toBe(name);
  });

  it('is named by the last part that does something', () => {
    expect(nameOf('git add -A && git commit -m "done" && git log -1')).toBe('git commit');
  });

  it('shows itself whole, and says how much is left out if it is too long', () => {
    expect(readCommand('  npm run build -- --all ').line).toBe('npm run build -- --all');
    const long = readCommand(`echo ${'word '.repeat(200)}`).line;
    expect(long.length).toBeLessThanOrEqual(400);
    expect(long).toMatch(/ # \d+ more characters$/);
    expect(readCommand(`cat > a.txt <<'E'\n${'line of text\n'.repeat(100)}E`).line).toMatch(/\n# \d+ more lines$/);
  });

  it('looks if no part changes anything', () => {
    for (const line of [
      'ls -la',
      'cd src && cat a.ts | grep x',
      'git status',
      'kubectl get pods -w',
      'node --version',
      'find . -exec cat {} +',
      'ls | xargs wc',
    ])
      expect(readCommand(line)).toMatchObject({ looks: true });
    for (const line of ['npm ci', 'sed -i s/a/b/ x', 'find . -name "*.o" -delete', 'echo a > b', 'git push'])
      expect(readCommand(line)).toMatchObject({ looks: false });
  });

  it('edits at most three files, however many it names', () => {
    expect(editsOf(`tee ${'a.txt '.repeat(2000)} <<EOF\nx = 1\nEOF`)).toHaveLength(3);
    expect(editsOf(`sed -i 's/a/b/' ${'a.txt '.repeat(2000)}`)).toHaveLength(3);
  });

  it('edits files by redirection, tee, heredoc, sed and patch', () => {
    expect(editsOf("cat <<'E' > src/a.py\nimport os\n\nprint(1)\nE")).toEqual([
      { path: 'src/a.py', lines: 'import os\nprint(1)' },
    ]);
    expect(editsOf('echo "key: value" | sudo tee /etc/app.yml >/dev/null')).toMatchObject([{ path: '/etc/app.yml' }]);
    expect(editsOf('echo "A=1" >> .env 2>/dev/null')).toEqual([{ path: '.env', lines: 'A=1' }]);
    expect(editsOf("sed -i.bak -e 's/a/b/' Makefile")).toEqual([{ path: 'Makefile', lines: 's/a/b/' }]);
    expect(editsOf('git apply <<E\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int a;\n+int b;\nE')).toEqual([
      { path: 'x.c', lines: '-int a;\n+int b;' },
    ]);
    expect(nameOf("sed -i 's/a/b/' Makefile")).toBe('');
  });

  it('may be any text of any length', () => {
    const texts = ['', '((((', '"$(', 'cat <<X', '\0\ud800', '&& ||', '$('.repeat(20_000), "'".repeat(70_000)];
    for (const text of texts) expect(typeof nameOf(text)).toBe('string');
    expect(nameOf('npm run build && (')).toBe('npm run build');
  });

  it('ignores the rest of a line that was wrapped', () => {
    expect(nameOf('rustfmt src/a.rs\n--edition=2021')).toBe('rustfmt');
  });
});
