#!/usr/bin/env python3
"""How small `autofix culprit` gets a change: pairs of versions made from the corpus.

    measure.py AUTOFIX CORPUS CONTRACTS [--every N] [--sample N] [--only MODULE[/NN]] [--seed S] [--lines] [--near]
               [--rows FILE]

The good version is a correct module, with a function that gives messages, and its oracle as the test, with the first
of five seeds that tells the fault; the bad one has a planted fault and 5 to 40 edits that change nothing: renamed
locals, moved functions, another layout, functions that are added (some with a use), messages, comments, `i++` as
`i += 1`.  They fall on functions by chance, or (--near) every second one on that with the fault, as of somebody who
works on it.  Each pair is reduced by syntax trees, by the same without rules, and by hunks of lines (--lines: by
single lines).  Sizes are tokens that go and that come between the good version and that with the part, after Hashimoto
and others; the planted fault is measured alike.  --rows keeps what was measured, one line of JSON for each pair, and
does not measure again what is there.
"""
import argparse, difflib, hashlib, json, os, random, re, resource, statistics, subprocess, sys, tempfile

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\.?\d[\w.]*|'
                   r'->|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||[^\s\w])', re.S)
# With the line before its name where the type stands on one of its own.
FUNCTION = re.compile(r'^(?!else\b|typedef\b|return\b)(?:[A-Za-z_][\w \t*]*\n)?(?:[A-Za-z_][\w \t*]*?[ \t*])?([A-Za-z_]\w*)'
                      r'[ \t]*\([^;{}]*\)\s*\{\n.*?^\}\n', re.S | re.M)


def tokens(text):
    return [m.group(1) for m in TOKEN.finditer(text) if m.group(1)]


def distance(before, after):
    matcher = difflib.SequenceMatcher(None, tokens(before), tokens(after), autojunk=False)
    return sum((i2 - i1) + (j2 - j1) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != 'equal')


# --- edits that change nothing: (text, random) -> text, or None where there is no place for it ---

class Near:
    """Chance, with a function on which every second choice falls."""

    def __init__(self, rng, name=None):
        self.rng, self.name = rng, name
        self.choice, self.random, self.randrange, self.randint = rng.choice, rng.random, rng.randrange, rng.randint


def some_function(text, rng):
    found = list(FUNCTION.finditer(text))
    near = [f for f in found if f.group(1) == rng.name] if rng.name and rng.random() < 0.5 else []
    return rng.choice(near or found) if found else None


def function_with(text, other):
    """The name of the function in which both texts begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(text, other)) if a != b), len(text))
    return next((f.group(1) for f in FUNCTION.finditer(text) if f.start() <= at < f.end()), None)


def rename_local(text, rng):
    f = some_function(text, rng)
    names = f and re.findall(r'^\s+(?:const )?(?:unsigned )?(?:int|char|long|size_t|bool|double|\w+ \*) ?(\w+)(?= = |;)',
                             f.group(0), re.M)
    if not names:
        return None
    name = rng.choice(names)
    new = name + rng.choice(['_now', '_here', '2', '_value'])
    if new in text or re.search(r'(\.|->)\s*%s\b|"[^"\n]*\b%s\b' % (name, name), f.group(0)):
        return None
    return text[:f.start()] + re.sub(r'\b%s\b' % name, new, f.group(0)) + text[f.end():]


def move_function(text, rng):
    f = some_function(text, rng)
    if not f or f.group(0).startswith('static') or '#' in f.group(0) or text.rstrip().endswith('#endif'):
        return None
    return text[:f.start()] + text[f.end():].rstrip('\n') + '\n\n' + f.group(0)


def lay_out(text, rng):
    f = some_function(text, rng)
    if not f or '\\\n' in f.group(0):
        return None
    lines = [re.sub(r'^(\t| {4})+', lambda m: '   ' * (len(m.group(0).expandtabs(4)) // 4), line)
             for line in f.group(0).split('\n')]
    return text[:f.start()] + '\n'.join(lines) + text[f.end():]


def add_function(text, rng):
    f = some_function(text, rng)
    name = 'extra_%d' % rng.randrange(10000)
    if not f or name in text:
        return None
    new = 'static inline int %s(int a)\n{\n\tif (a > %d)\n\t\treturn a - 1;\n\treturn a + 1;\n}\n\n' % (name, rng.randrange(90))
    body = f.group(0)
    if rng.random() < 0.5:
        plain = re.search(r'^(\s+)(return\b|[a-z_]\w* ?\()', body, re.M)
        before = body[:plain.start()].rstrip()[-1:] if plain else ''
        if plain and before in ';}':
            body = body[:plain.start()] + plain.group(1) + '(void)%s(3);' % name + body[plain.start():]
    return text[:f.start()] + new + body + text[f.end():]


def change_comment(text, rng):
    found = list(re.finditer(r'/\*.*?\*/', text, re.S))
    if not found:
        return None
    m = rng.choice(found)
    return text[:m.start()] + m.group(0)[:-2].rstrip() + ' (see above) */' + text[m.end():]


def change_message(text, rng):
    found = list(re.finditer(r'^\s+return "(.*)";$', text, re.M))
    if not found:
        return None
    m = rng.choice(found)
    return text[:m.end(1)] + rng.choice([' (really)', ' now', ', sorry', '!']) + text[m.end(1):]


def step_in_words(text, rng):
    found = list(re.finditer(r'^(\s+)(\w+)\+\+;$', text, re.M))
    if not found:
        return None
    m = rng.choice(found)
    return text[:m.start()] + '%s%s += 1;' % (m.group(1), m.group(2)) + text[m.end():]


EDITS = [rename_local, move_function, lay_out, add_function, change_comment, change_message, step_in_words]


def disguise(text, rng):
    wanted, n = rng.randint(5, 40), 0
    for _ in range(20 * wanted):
        changed = rng.choice(EDITS)(text, rng) if n < wanted else None
        if changed and changed != text:
            text, n = changed, n + 1
    return text, n


# --- one pair ---

def run(words, folder, **more):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, errors='replace', **more)


def hunks_around(folder, part):
    """Tokens of the hunks of `git diff` in which the part lies."""
    whole = run(['git', 'diff', '-U3', 'good', 'bad'], folder).stdout
    ranges = [(int(a), int(a) + int(n or 1)) for a, n in re.findall(r'^@@ -(\d+)(?:,(\d+))?', part, re.M)]
    total = 0
    for m in re.finditer(r'^@@ -(\d+)(?:,(\d+))?.*?\n(.*?)(?=^@@|^diff|\Z)', whole, re.S | re.M):
        first, last = int(m.group(1)), int(m.group(1)) + int(m.group(2) or 1)
        if any(first < b - 2 and a + 2 < last for a, b in ranges):
            lines = m.group(3).split('\n')
            total += distance('\n'.join(l[1:] for l in lines if l[:1] in ' -'),
                              '\n'.join(l[1:] for l in lines if l[:1] in ' +'))
    return total


def reduce(autofix, folder, options):
    result = run([autofix, 'culprit', '-q', '--good', 'good', '--bad', 'bad', '--timeout', '150', '--build', './build',
                  *options, '--', './check'], folder)
    if result.returncode != 0:
        return None, result.stdout + result.stderr
    with open(os.path.join(folder, 'autofix.culprit/culprit.json')) as f:
        found = json.load(f)
    return found, found['parts'][0]['patch']


def size_of(folder, module, patch):
    run(['git', 'checkout', '-qf', 'good'], folder)
    before = open(os.path.join(folder, module + '.c')).read()
    run(['git', 'apply', '-'], folder, input=patch)
    after = open(os.path.join(folder, module + '.c')).read()
    run(['git', 'checkout', '-qf', 'good'], folder)
    return distance(before, after)


# Fails as the bad version does when the oracle says the same but for numbers: other faults are no answer.  Loops without
# end cost processor time, which other work on the machine does not change: five times that of the good version, and one
# second.
CHECK = '''export ASAN_OPTIONS=detect_leaks=0
ulimit -t %d
timeout 120 ./oracle %d > output 2>&1
status=$?
{ echo "$status"; sed -n 's/0x[0-9a-f]*//g; s/-\\{0,1\\}[0-9][0-9]*//g; /^==/!p; /ERROR/p' output | sed '/ERROR/q'; } > seen
[ "$status" != 0 ] || exit 0
cmp -s seen expected && exit 1
exit 125
'''


# No module of the corpus prints anything: this is at the end of both versions.
MESSAGES = '''
const char *%s_message(int code)
{
	switch (code) {
	case 0:
		return "all is well";
	case 1:
		return "there is nothing left";
	case 2:
		return "no memory";
	default:
		return "unknown";
	}
}
'''


def write_script(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as f:
        f.write('#!/bin/sh\n' + text)
    os.chmod(path, 0o755)


SEEDS = range(1, 6)  # with which a corpus module has to pass
# Memory that is used wrongly shows with the second ones, which take longer to build.
FLAGS = ['', ' -fsanitize=address,undefined -fno-sanitize-recover=all']


def write_build(folder, module, flags):
    write_script(folder, 'build', '[ -f oracle.o ] || %s -c oracle.c || exit 1\nexec %s -o oracle oracle.o %s.c -lm\n'
                 % (flags, flags, module))


def tells_apart(folder, path, good, planted):
    """Writes ./check with the first seed that the good version passes and the planted fault does not; or false."""
    def end_of(text, seconds, seed):
        write_script(folder, 'check', CHECK % (seconds, seed))
        with open(path, 'w') as f:
            f.write(text)
        if run(['./build'], folder).returncode != 0:
            return None, 0
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status = run(['./check'], folder, timeout=150).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    for seed in SEEDS:
        status, seconds = end_of(good, 20, seed)
        if status == 0 and end_of(planted, 1 + int(5 * seconds), seed)[0] not in (0, None):
            return True
    return False


def make_pair(args, module, fault, folder, rng):
    source = os.path.join(args.corpus, module)
    for name in (module + '.c', module + '.h', 'oracle.c'):
        with open(os.path.join(source, name)) as f, open(os.path.join(folder, name), 'w') as g:
            g.write(f.read())
    flags = '%s -std=gnu11 -O0 -w -DNDEBUG -I%s' % (os.environ.get('CC', 'cc'), os.path.abspath(args.contracts))
    write_script(folder, 'expected', '')
    path = os.path.join(folder, module + '.c')
    with open(path, 'a') as f:
        f.write(MESSAGES % module)
    good = open(path).read()
    run(['patch', '-s', '-p1', '-i', os.path.abspath(os.path.join(source, 'faults', fault))], folder)
    planted = open(path).read()
    for more in FLAGS:
        write_build(folder, module, flags + more)
        if os.path.exists(os.path.join(folder, 'oracle.o')):
            os.remove(os.path.join(folder, 'oracle.o'))
        if tells_apart(folder, path, good, planted):
            break
    else:
        return None
    bad, n = disguise(planted, Near(rng, function_with(planted, good) if args.near else None))
    with open(path, 'w') as f:
        f.write(bad)
    run(['./build'], folder)
    run(['./check'], folder, timeout=150)
    os.rename(os.path.join(folder, 'seen'), os.path.join(folder, 'expected'))
    with open(path, 'w') as f:
        f.write(good)
    git = ['git', '-c', 'user.name=A', '-c', 'user.email=a@b']
    run(['git', 'init', '-q', '.'], folder)
    with open(os.path.join(folder, '.gitignore'), 'w') as f:
        f.write('oracle\n*.o\noutput\nseen\n')
    run(['git', 'add', '-A'], folder)
    run([*git, 'commit', '-qm', 'good'], folder)
    run(['git', 'tag', 'good'], folder)
    with open(path, 'w') as f:
        f.write(bad)
    run([*git, 'commit', '-qam', 'bad'], folder)
    run(['git', 'tag', 'bad'], folder)
    return {'planted': distance(good, planted), 'whole': distance(good, bad), 'edits': n}


def lines_of(patch):
    return len(re.findall(r'^[-+](?![-+])', patch, re.M))


def measure(args, module, fault):
    rng = random.Random('%s %s %d' % (module, fault, args.seed))
    row = {'name': '%s/%s' % (module, fault[:2]), 'settings': settings_of(args)}
    with tempfile.TemporaryDirectory() as folder:
        pair = make_pair(args, module, fault, folder, rng)
        if not pair:
            return row, 'its oracle does not tell it with seeds %d to %d' % (SEEDS[0], SEEDS[-1])
        row.update(pair)
        trees, patch = reduce(args.autofix, folder, [])
        if not trees:
            return row, patch
        row.update(trees=size_of(folder, module, patch), tests=trees['tests'], builds=trees['versions'], runs=trees['builds'], switched=trees['switched'],
                   built=trees['built'], hunks=hunks_around(folder, patch), trees_lines=lines_of(patch), flaky=trees['parts'][0]['flaky'])
        for key, option in (('lines', '--lines' if args.lines else '--hunks'), ('bare', '--no-rules')):
            found, patch = reduce(args.autofix, folder, [option])
            if found:
                row.update({key: size_of(folder, module, patch), key + '_tests': found['tests'], key + '_lines': lines_of(patch),
                            key + '_builds': found['versions'], key + '_runs': found['builds'], key + '_built': found['built']})
        return row, None


def share(rows, built, builds):
    n = sum(r.get(builds, 0) for r in rows)
    return 'none' if n == 0 else '%.1f %% of %d' % (100 * sum(r.get(built, 0) for r in rows) / n, n)


def fewer(rows, other):
    """By how much what is found by trees is smaller: in all, and by pair."""
    each = [100 - 100 * r['trees'] / max(r[other], 1) for r in rows]
    return '%.0f %% of all tokens; of a pair median %.0f %%, mean %.0f %%, at least 50 %% in %d of %d' % (
        100 - 100 * sum(r['trees'] for r in rows) / max(sum(r[other] for r in rows), 1), statistics.median(each),
        statistics.mean(each), sum(e >= 50 for e in each), len(each))


def summary(rows):
    done = [r for r in rows if 'lines' in r and 'bare' in r]
    if not done:
        return 'no pair was measured'
    total = lambda k: sum(r[k] for r in done)
    ratio = lambda k: statistics.median(r[k] / max(r['planted'], 1) for r in done)
    return '\n'.join([
        '%d pairs; %d tokens planted among %d' % (len(done), total('planted'), total('whole')),
        'by trees   %6d tokens, median %.2f of what was planted, %d lines, %d tests, %d builds (%d versions switched at run time), versions that build: %s'
        % (total('trees'), ratio('trees'), total('trees_lines'), total('tests'), total('runs'), total('switched'), share(done, 'built', 'builds')),
        'no rules   %6d tokens, median %.2f, %d tests, versions that build: %s'
        % (total('bare'), ratio('bare'), total('bare_tests'), share(done, 'bare_built', 'bare_builds')),
        'by text    %6d tokens, median %.2f, %d lines, %d tests, %d builds, versions that build: %s'
        % (total('lines'), ratio('lines'), total('lines_lines'), total('lines_tests'), total('lines_runs'), share(done, 'lines_built', 'lines_builds')),
        'git diff   %6d tokens, median %.2f' % (total('hunks'), ratio('hunks')),
        'less than by text: ' + fewer(done, 'lines'),
        'less than the hunks of git diff around it: ' + fewer(done, 'hunks'),
        'worst share of versions that build: ' + ', '.join(
            '%s %.0f %% of %d' % (r['name'], 100 * r['built'] / r['builds'], r['builds'])
            for r in sorted((r for r in done if r['builds']), key=lambda r: r['built'] / r['builds'])[:3])])


def settings_of(args):
    return {'seed': args.seed, 'near': args.near, 'lines': args.lines}


def read_rows(args):
    """What was measured with these settings, by name."""
    if not args.rows or not os.path.exists(args.rows):
        return {}
    with open(args.rows) as f:
        rows = [json.loads(line) for line in f]
    return {row['name']: row for row in rows if row.get('settings') == settings_of(args)}


def keep_row(path, row):
    if path:
        with open(path, 'a') as f:
            f.write(json.dumps(row) + '\n')


def tell(row):
    if 'why' in row:
        print('%-18s left out: %s' % (row['name'], row['why']), flush=True)
    else:
        print('%-18s %7d %6d %5d %6d %6s %6d %6d' % (row['name'], row['planted'], row['whole'], row['edits'],
              row['trees'], row.get('lines', '-'), row['hunks'], row['tests']), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('autofix')
    parser.add_argument('corpus')
    parser.add_argument('contracts')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--sample', type=int, help='N pairs, those whose names have the smallest hashes')
    parser.add_argument('--only')
    parser.add_argument('--lines', action='store_true', help='single lines, not hunks of them: hundreds of tests')
    parser.add_argument('--near', action='store_true', help='every second edit in the function with the fault')
    parser.add_argument('--rows', help='a file that keeps what was measured; the rest is measured')
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    args.autofix = os.path.abspath(args.autofix)
    cases = [(m, f) for m in sorted(os.listdir(args.corpus)) if os.path.isdir(os.path.join(args.corpus, m, 'faults'))
             for f in sorted(os.listdir(os.path.join(args.corpus, m, 'faults'))) if f.endswith('.patch')]
    cases = [c for c in cases if not args.only or args.only in (c[0], '%s/%s' % (c[0], c[1][:2]))][::args.every]
    if args.sample:
        cases = sorted(cases, key=lambda c: hashlib.sha1('/'.join(c).encode()).hexdigest())[:args.sample]
    kept = read_rows(args)
    rows = []
    print('%-18s %7s %6s %5s %6s %6s %6s %6s' % ('pair', 'planted', 'whole', 'edits', 'trees', 'text', 'diff', 'tests'))
    try:
        for module, fault in cases:
            row = kept.get('%s/%s' % (module, fault[:2]))
            if not row:
                row, problem = measure(args, module, fault)
                if problem:
                    row['why'] = problem.strip().split('\n')[0]
                keep_row(args.rows, row)
            rows.append(row)
            tell(row)
    except KeyboardInterrupt:
        print('interrupted: what was measured by then')
    rows = [row for row in rows if 'why' not in row]
    print(summary(rows))
    return 0 if rows else 1


sys.exit(main())
