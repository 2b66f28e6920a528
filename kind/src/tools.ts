import { spawnSync } from 'node:child_process';

interface Tool {
  name: string;
  /** Arguments of a command that succeeds if the tool is usable. */
  check: readonly string[];
  advice: string;
}

const tools: readonly Tool[] = [
  {
    name: 'docker',
    check: ['version'],
    advice: 'Docker is not running here: install it (https://docs.docker.com/get-docker/) and start it.',
  },
  {
    name: 'kind',
    check: ['version'],
    advice: 'kind is missing: install it (https://kind.sigs.k8s.io/docs/user/quick-start/#installation).',
  },
  {
    name: 'kubectl',
    check: ['version', '--client'],
    advice: 'kubectl is missing: install it (https://kubernetes.io/docs/tasks/tools/).',
  },
  {
    name: 'helm',
    check: ['version'],
    advice: 'helm is missing: install it (https://helm.sh/docs/intro/install/).',
  },
];

/** Returns whether a program runs successfully. */
export type Runs = (name: string, args: readonly string[]) => boolean;

/** Returns one sentence about the first missing tool; undefined if all are installed. */
export function missingTool(names: readonly string[], runs: Runs = runsHere): string | undefined {
  return tools.find(({ name, check }) => names.includes(name) && !runs(name, check))?.advice;
}

function runsHere(name: string, args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0;
}
