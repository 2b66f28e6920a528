/** Runs in the namespaces that main.ts creates: starts the node and runs the chapters. */
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import type { Binaries, NodeBinaries } from '../../local/src/control-plane/binaries.ts';
import { keepAccounts } from '../../local/src/demo/accounts.ts';
import { kubectl } from '../../local/src/demo/kubectl.ts';
import { backupChapter } from './chapters/backup.ts';
import { chartChapter, nothingLogged } from './chapters/chart.ts';
import { faultsChapter } from './chapters/faults.ts';
import { firstMachine, orderChapter } from './chapters/order.ts';
import { beyondProcess, packetsChapter } from './chapters/packets.ts';
import { afterPowerCut, beforePowerCut } from './chapters/power-cut.ts';
import type { Scene } from './chapters/scene.ts';
import type { LoadableImage, Release } from './images.ts';
import { loadImage } from './node/containerd.ts';
import { makeMachine } from './node/machine.ts';
import { RealNode } from './node/node.ts';
import { nodeName, placesIn } from './node/places.ts';
import { Report } from './report.ts';

/** Prepared by main.ts. */
export interface Preparation {
  folder: string;
  scratch: string;
  binaries: Binaries & NodeBinaries;
  release: Release;
  ownImages: LoadableImage[];
  /** Path of the echo program. */
  echo: string;
}

const [, , file = '', boot = 'first'] = argv;
const print = (line: string): void => console.log(line);
// The programs that it starts do not keep this process alive.
setInterval(() => undefined, 60_000);
await run(JSON.parse(readFileSync(file, 'utf8')) as Preparation);
// When this process exits, the kernel kills everything that it started at once: a power cut.
process.exit();

async function run(preparation: Preparation): Promise<void> {
  const { folder, scratch, binaries, echo } = preparation;
  const places = placesIn(folder);
  const report = new Report(places.outcomes, print);
  makeMachine(scratch);
  const onUnexpectedExit = (name: string, how: string) => print(`       ${name} ended by itself: ${how}`);
  const node = await RealNode.prepare({ places, binaries, onUnexpectedExit });
  const cluster = { binaries, kubeconfig: node.controlPlane.kubeconfig };
  const scene = { report, node, cluster, places, accounts: keepAccounts(places.home), echo };
  if (boot === 'first') await firstBoot(scene, preparation);
  else await afterPowerCut(scene, () => startNode(scene, preparation));
}

async function startNode({ node, cluster }: Scene, { release, ownImages }: Preparation): Promise<void> {
  for (const program of node.programs) {
    await node.start(program);
    if (program === 'containerd' && boot === 'first')
      for (const { archive, baseName } of [...release.images, ...ownImages]) loadImage(archive, baseName);
  }
  await kubectl(cluster, ['wait', '--for=create', '--timeout=2m', `node/${nodeName}`]);
  await kubectl(cluster, ['wait', '--for=condition=Ready', '--timeout=2m', `node/${nodeName}`]);
}

async function firstBoot(scene: Scene, preparation: Preparation): Promise<void> {
  const { report, node, echo } = scene;
  report.chapter('The node');
  const isUp = await report.holds('its programs start, and it is Ready', () => startNode(scene, preparation));
  if (!isUp) return;
  await node.start(beyondProcess(echo));
  if (!(await chartChapter(scene, preparation.release.chart))) return;
  const customer = await orderChapter(scene);
  if (customer === undefined) return;
  await backupChapter(scene);
  await packetsChapter(scene);
  await customer.destroy(firstMachine);
  await nothingLogged(scene);
  await faultsChapter(scene, customer);
  await beforePowerCut(scene, customer);
}
