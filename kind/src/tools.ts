import { spawnSync } from 'node:child_process';

interface Tool {
  name: string;
  /** Succeeds where the tool can be used. */
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

/** Tells whether a program runs. */
export type Runs = (name: string, args: readonly string[]) => boolean;

/** What has to be installed first, in one sentence; undefined when all is there. */
export function missingTool(names: readonly string[], runs: Runs = runsHere): string | undefined {
  return tools.find(({ name, check }) => names.includes(name) && !runs(name, check))?.advice;
}

function runsHere(name: string, args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0;
}
