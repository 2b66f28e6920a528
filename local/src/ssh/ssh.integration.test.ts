import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secrets, services } from '@gpulease/kube';
import { virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import ssh2 from 'ssh2';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../kubevirt/testing/harness.ts';
import { instance } from '../kubevirt/testing/objects.ts';
import { readAccess } from './access.ts';
import { newKeyPair } from './key-pair.ts';
import { connectSsh, execute, talk, type SshLogin } from './testing/client.ts';

const timeout = 600_000;
const owner = newKeyPair();
const stranger = newKeyPair();

describe('SSH to a simulated machine', () => {
  let harness: Harness;
  let machine: VirtualMachine;
  let login: SshLogin;

  beforeAll(async () => {
    harness = await Harness.start();
    machine = await harness.create('workstation', { gpus: 2 });
    const { namespace = '' } = machine.metadata;
    await harness.cluster.resource(secrets).create({
      metadata: { name: 'workstation-ssh', namespace },
      stringData: { key1: owner.public },
    });
    const { spec } = await harness.cluster.resource(services).create({
      metadata: { name: 'workstation', namespace },
      spec: {
        type: 'NodePort',
        selector: { 'vmi.kubevirt.io/id': 'workstation' },
        ports: [{ name: 'ssh', port: 22, targetPort: 22 }],
      },
    });
    login = { port: spec?.ports?.[0]?.nodePort ?? 0, username: 'ubuntu', privateKey: owner.private };
    await harness.untilStatus(machine, 'Running');
    await eventually(async () => (await connectSsh(login)).end());
  }, timeout);
  afterAll(() => harness.stop(), timeout);

  it("accepts the image's user with a key of the workload", async () => {
    expect(await execute(login, 'whoami')).toEqual({ output: 'ubuntu\n', exitCode: 0 });
  });

  it('shows the GPUs of the machine to one command', async () => {
    const { output } = await execute(login, 'nvidia-smi -L');
    expect(output.trim().split('\n')).toEqual([
      'GPU 0: NVIDIA A100 PCIE 80GB (simulated)',
      'GPU 1: NVIDIA A100 PCIE 80GB (simulated)',
    ]);
  });

  it('refuses another key', async () => {
    await expect(connectSsh({ ...login, privateKey: stranger.private })).rejects.toThrow('authentication');
  });

  it('refuses another user', async () => {
    await expect(connectSsh({ ...login, username: 'root' })).rejects.toThrow('authentication');
  });

  it('reads user and keys from user data in a Secret, with or without separate keys', async () => {
    const { namespace = '' } = machine.metadata;
    const userData = `#cloud-config\nuser: mei\nssh_authorized_keys: ["${stranger.public}"]\n`;
    await harness.cluster.resource(secrets).create({
      metadata: { name: 'user-data', namespace },
      stringData: { userdata: userData },
    });
    const { spec, ...rest } = instance({ namespace });
    const volumes = [{ name: 'cloud-init', cloudInitNoCloud: { secretRef: { name: 'user-data' } } }];
    const [credentials] = machine.spec.template.spec?.accessCredentials ?? [];
    const readKeys = async (accessCredentials: NonNullable<typeof spec.accessCredentials>) => {
      const { user, keys } = await readAccess(harness.cluster, {
        ...rest,
        spec: { ...spec, volumes, accessCredentials },
      });
      return { user, keys: keys.map((key) => key.getPublicSSH().toString('base64')) };
    };
    const [strangers, owners] = [stranger, owner].map((key) => key.public.split(' ')[1]);
    expect(await readKeys([])).toEqual({ user: 'mei', keys: [strangers] });
    expect(await readKeys([credentials!])).toEqual({ user: 'mei', keys: [owners, strangers] });
  });

  it('identifies itself as a simulation at login', async () => {
    const said = await talk(login, ['nproc', 'exit']);
    expect(said).toContain('This is a simulation.');
    expect(said).toContain('ubuntu@workstation:~$ nproc\r\n4\r\n');
  });

  it(
    'retains its host key across a restart of the machine, and ends with the guest',
    async () => {
      const before = await hostKeyOf(login);
      await execute(login, 'sudo poweroff');
      await harness.untilOff(machine);
      await eventually(() => expect(connectSsh(login)).rejects.toThrow('ECONNREFUSED'));
      await setRunStrategy('Halted');
      await harness.untilOff(machine);
      await eventually(async () => {
        const { status } = await harness.cluster.resource(virtualMachines).get(machine.metadata);
        expect(status?.runStrategy).toBe('Halted');
      });
      await setRunStrategy('RerunOnFailure');
      await harness.untilStatus(machine, 'Running');
      expect(await eventually(() => hostKeyOf(login))).toEqual(before);
    },
    timeout,
  );

  function setRunStrategy(runStrategy: string): Promise<VirtualMachine> {
    return harness.cluster.resource(virtualMachines).mergePatch(machine.metadata, { spec: { runStrategy } });
  }
});

async function hostKeyOf(login: SshLogin): Promise<string> {
  let key = '';
  const client = await connectSsh({
    ...login,
    hostVerifier: (presented: Buffer) => {
      const parsed = ssh2.utils.parseKey(presented);
      key = parsed instanceof Error ? '' : parsed.getPublicSSH().toString('base64');
      return true;
    },
  });
  client.end();
  return key;
}
