import { mkdirSync } from 'node:fs';
import type { Binaries, NodeBinaries } from '../../../local/src/control-plane/binaries.ts';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import type { ControlPlane } from '../../../local/src/control-plane/control-plane.ts';
import { Supervisor } from '../../../local/src/control-plane/supervisor.ts';
import { containerdProcess } from './containerd.ts';
import { controlPlaneProcesses, prepareRealControlPlane } from './control-plane.ts';
import type { Places } from './places.ts';
import { kubeletProcess, kubeProxyProcess, kubeRouterProcess } from './programs.ts';

export interface RealNodeOptions {
  places: Places;
  binaries: Binaries & NodeBinaries;
  /** Called when a program exits without being stopped, which is an error. */
  onUnexpectedExit: (name: string, how: string) => void;
}

/** A node with its control plane, in the namespaces that this process runs in. */
export class RealNode {
  readonly controlPlane: ControlPlane;
  readonly #supervisor: Supervisor;
  readonly #specs: ReadonlyMap<string, ProcessSpec>;

  /** Prepares all programs without starting them. */
  static async prepare({ places, binaries, onUnexpectedExit }: RealNodeOptions): Promise<RealNode> {
    for (const folder of [places.home, places.kubelet, places.containerd])
      mkdirSync(folder, { recursive: true, mode: 0o755 });
    const controlPlane = await prepareRealControlPlane(places.home, binaries);
    const options = { places, binaries, controlPlane };
    const specs = [
      ...controlPlaneProcesses(controlPlane),
      containerdProcess(places),
      kubeletProcess(options),
      kubeProxyProcess(options),
      kubeRouterProcess(options),
    ];
    return new RealNode(controlPlane, specs, new Supervisor({ home: places.home, onUnexpectedExit }));
  }

  private constructor(controlPlane: ControlPlane, specs: readonly ProcessSpec[], supervisor: Supervisor) {
    this.controlPlane = controlPlane;
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
    this.#supervisor = supervisor;
  }

  /** The programs in start order. */
  get programs(): string[] {
    return [...this.#specs.keys()];
  }

  /** Starts a program, or another process that belongs to the node, and resolves when it is ready. */
  async start(program: string | ProcessSpec): Promise<void> {
    await this.#supervisor.start(typeof program === 'string' ? this.#specOf(program) : program);
  }

  /** Stops a program; it stays down until it is started again. */
  stop(program: string, signal?: NodeJS.Signals): Promise<void> {
    return this.#supervisor.stop(program, signal);
  }

  #specOf(program: string): ProcessSpec {
    const spec = this.#specs.get(program);
    if (spec === undefined) throw new Error(`The node has no program ${program}`);
    return spec;
  }
}
