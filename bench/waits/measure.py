#!/usr/bin/env python3
"""How long a person waits for `autofix run`, and what the time goes into.

    measure.py AUTOFIX CORPUS [--all] [--only MODULE/NN] [--seed S] [--rounds N] [--cc CC] [--output FILE]

Plants a fault in a copy of a module (the first of each module; --all: every one) and runs `autofix run` there as a
user does.  The first fix is the time at which one is first named, by a line `a fix for F-...` or `repaired F-...`
among the messages or `fix 1` in the report.  Stages are those that the program itself prints at the end.  Processor time is that of the program, of the compilers and linkers that it starts (through a
script in --cc's place that adds up what its child took), and of the rest: the drivers and the module in them.  Steps
within the stages are those of the event log.
Rounds are repeated for medians; the module's line is that of its median run.
"""
import argparse, json, os, re, shutil, statistics, subprocess, sys, tempfile, threading, time

STAGE = re.compile(r'([a-z]+) ([0-9.]+) s')
TICK = os.sysconf('SC_CLK_TCK')
# Steps that consist of others.
ROUNDS = 'first round', 'second round', 'one of two', 'minimise'
# The compiler, and what it took (`times`: two lines, the shell and its children, user and system).
WRAPPER = '''#!/bin/sh
"$AUTOFIX_WAITS_CC" "$@"
status=$?
times >> "$AUTOFIX_WAITS_LOG"
exit $status
'''


def seconds(text):
    return sum(60 * float(m) + float(s) for m, s in re.findall(r'(\d+)m([\d.,]+)s', text.replace(',', '.')))


def plants(corpus, arguments):
    for module in sorted(os.listdir(corpus)):
        faults = os.path.join(corpus, module, 'faults')
        patches = sorted(p for p in os.listdir(faults) if p.endswith('.patch')) if os.path.isdir(faults) else []
        for patch in patches if arguments.all or arguments.only else patches[:1]:
            name = module + '/' + patch.split('-')[0]
            if not arguments.only or name in arguments.only:
                yield name, module, os.path.join(faults, patch)


def processor_time(pid):
    """Of a process that has ended and was not waited for yet, and of what it has waited for."""
    with open(f'/proc/{pid}/stat') as file:
        fields = file.read().rpartition(')')[2].split()
    return [(int(fields[i]) + int(fields[i + 1])) / TICK for i in (11, 13)]


def run(autofix, corpus, module, patch, arguments, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for suffix in ('.c', '.h'):
        shutil.copy(os.path.join(corpus, module, module + suffix), folder)
    subprocess.run(['patch', '-s', '-p1', '-i', os.path.abspath(patch)], cwd=folder, check=True)
    wrapper, log = os.path.join(folder, 'cc'), os.path.join(folder, 'cc.log')
    with open(wrapper, 'w') as file:
        file.write(WRAPPER)
    os.chmod(wrapper, 0o755)
    open(log, 'w').close()
    trace = os.path.join(folder, 'trace')
    environment = dict(os.environ, AUTOFIX_WAITS_CC=arguments.cc, AUTOFIX_WAITS_LOG=log, AUTOFIX_TRACE=trace)
    began, named, messages = time.monotonic(), [], []

    def read(stream, first, lines):
        for line in stream:
            if re.match(first, line):
                named.append(time.monotonic() - began)
            lines.append(line)

    with subprocess.Popen([autofix, 'run', '--seed', str(arguments.seed), '--cc', wrapper, module + '.c', '--'],
                          cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as child:
        progress = threading.Thread(target=read, args=(child.stderr, r'a fix for F-|repaired F-', messages))
        progress.start()
        read(child.stdout, r'\s+fix 1\b', [])
        progress.join()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        whole = time.monotonic() - began
        own, others = processor_time(child.pid)
    text = ''.join(messages)
    with open(log) as file:
        calls = file.readlines()[1::2]
    compilers = sum(map(seconds, calls))
    ends = [line for line in text.splitlines() if line.startswith('stages: ')]
    if not ends:
        sys.exit(f'{module}: no line of stages: {text}')
    stages = {name: float(s) for name, s in STAGE.findall(ends[-1].partition('; all')[0])}
    steps = {}
    with open(trace) as file:
        for event in map(json.loads, file):
            if event['event'] == 'took':
                steps[event['step']] = steps.get(event['step'], 0) + event['seconds']
    return dict(first=min(named, default=None), whole=whole, program=own, compilers=compilers, subjects=max(others - compilers, 0),
                compilations=len(calls), stages=stages,
                steps={step: took for step, took in steps.items() if step not in ROUNDS})


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def show(value, form='{:.1f}'):
    return '-' if value is None else form.format(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('autofix')
    parser.add_argument('corpus')
    parser.add_argument('--all', action='store_true', help='every fault, not the first of each module')
    parser.add_argument('--only', action='append', metavar='MODULE/NN')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--rounds', type=int, default=1, metavar='N')
    parser.add_argument('--cc', default=os.environ.get('CC', 'cc'))
    parser.add_argument('--output', metavar='FILE', help='the figures as JSON')
    arguments = parser.parse_args()
    autofix, results = os.path.abspath(arguments.autofix), {}
    print(f'{"fault":<14}{"first fix":>10}{"whole":>8}   {"program":>8}{"compilers":>10}{"module":>8}{"builds":>8}   stages (s)')
    with tempfile.TemporaryDirectory(prefix='autofix-waits-') as scratch:
        for name, module, patch in plants(arguments.corpus, arguments):
            runs = [run(autofix, arguments.corpus, module, patch, arguments, os.path.join(scratch, module))
                    for _ in range(arguments.rounds)]
            r = sorted(runs, key=lambda one: one['whole'])[(len(runs) - 1) // 2]
            results[name] = r
            stages = ' '.join(f'{stage} {took:.1f}' for stage, took in r['stages'].items() if took >= 0.05)
            print(f'{name:<14}{show(r["first"]):>10}{r["whole"]:>8.1f}   {r["program"]:>8.1f}{r["compilers"]:>10.1f}'
                  f'{r["subjects"]:>8.1f}{r["compilations"]:>8}   {stages}', flush=True)
    if not results:
        sys.exit('no such fault')
    all_runs = list(results.values())
    column = lambda key: [r[key] for r in all_runs]
    processor = sum(sum(column(key)) for key in ('program', 'compilers', 'subjects'))
    print(f'{"median":<14}{show(median(column("first"))):>10}{median(column("whole")):>8.1f}   '
          f'{median(column("program")):>8.1f}{median(column("compilers")):>10.1f}{median(column("subjects")):>8.1f}'
          f'{median(column("compilations")):>8.0f}')
    print('of the processor time: ' + ', '.join(
        f'{word} {100 * sum(column(key)) / processor:.0f} %'
        for key, word in (('program', 'the program'), ('compilers', 'compilers'), ('subjects', 'drivers and module'))))
    total = sum(sum(r['stages'].values()) for r in all_runs)
    for kind in 'stages', 'steps':
        names = list(dict.fromkeys(name for r in all_runs for name in r[kind]))
        print(f'of the time by {kind}: ' + ', '.join(
            f'{name} {100 * sum(r[kind].get(name, 0) for r in all_runs) / total:.0f} %' for name in names))
    if arguments.output:
        with open(arguments.output, 'w') as file:
            json.dump(results, file, indent=1)


if __name__ == '__main__':
    main()
