import { describe, expect, it } from '@jest/globals';
import { a100, instance } from '../testing/objects.ts';
import { exposition } from './exposition.ts';

const startedAt = '2026-01-01T00:00:00Z';

const exporter: Record<string, string> = { 'gpulease.dev/gpu-metrics-port': '9400' };

function machine(name: string, { gpus = 0, phase = 'Running', labels = exporter } = {}) {
  const { spec, ...base } = instance({ name, labels });
  const devices = {
    ...spec.domain.devices,
    gpus: Array.from({ length: gpus }, (_, index) => ({ name: `gpu-${index}`, deviceName: a100 })),
  };
  const phaseTransitionTimestamps = [{ phase: 'Running', phaseTransitionTimestamp: startedAt }];
  return {
    ...base,
    spec: { ...spec, domain: { ...spec.domain, devices } },
    status: { phase, nodeName: 'node-1', phaseTransitionTimestamps },
  };
}

const at = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1_000);

/** Returns the values of a metric by labels. */
function read(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /\{(.*)\} (.*)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

describe('the metrics of machines', () => {
  it('have the names and labels of the real ones', () => {
    const text = exposition([machine('vm', { gpus: 1 })], at(600));
    expect(text).toContain('# TYPE kubevirt_vmi_cpu_usage_seconds_total counter\n');
    expect(text).toMatch(
      /^kubevirt_vmi_memory_usable_bytes\{node="node-1",namespace="default",name="vm"\} \d+$/m,
    );
    expect(text).toMatch(/^kubevirt_vmi_network_receive_bytes_total\{[^}]*interface="default"\} \d+$/m);
    expect(text).toMatch(/^kubevirt_vmi_storage_write_traffic_bytes_total\{[^}]*drive="vda"\} \d+$/m);
    expect(text).toMatch(
      /^DCGM_FI_DEV_GPU_UTIL\{namespace="default",name="vm",gpu="0",modelName="NVIDIA A100 PCIE 80GB"\} \d+$/m,
    );
  });

  it('include the disk, whose use never exceeds its size', () => {
    const around = () => ({ diskBytes: 200 * 2 ** 30 });
    const text = exposition([machine('vm')], at(600), around);
    expect(text).toMatch(/^kubevirt_vmi_storage_iops_read_total\{[^}]*drive="vda"\} \d+$/m);
    expect(Object.entries(read(text, 'kubevirt_vmi_filesystem_capacity_bytes'))).toEqual([
      [expect.stringContaining('disk_name="vda1",mount_point="/",file_system_type="ext4"'), 200 * 2 ** 30],
    ]);
    const [used = NaN] = Object.values(read(text, 'kubevirt_vmi_filesystem_used_bytes'));
    expect(used).toBeGreaterThan(6 * 2 ** 30);
    expect(used).toBeLessThan(200 * 2 ** 30);
    expect(exposition([machine('vm')], at(600))).not.toContain('filesystem');
  });

  it('include the traffic of GPUs, over NVLink only between several', () => {
    const [one, two] = [1, 2].map((gpus) => exposition([machine('vm', { gpus })], at(600)));
    expect(Object.values(read(two ?? '', 'DCGM_FI_PROF_PCIE_RX_BYTES'))).toHaveLength(2);
    expect(Object.values(read(two ?? '', 'DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL'))).toHaveLength(2);
    expect(one).not.toContain('NVLINK');
  });

  it('include each GPU, whose used and free memory add up', () => {
    const text = exposition([machine('vm', { gpus: 2 })], at(600));
    const used = Object.values(read(text, 'DCGM_FI_DEV_FB_USED'));
    const free = Object.values(read(text, 'DCGM_FI_DEV_FB_FREE'));
    expect(used.map((mebibytes, gpu) => mebibytes + (free[gpu] ?? 0))).toEqual([81_920, 81_920]);
  });

  it('contain no GPU series without a GPU or an exporter', () => {
    expect(exposition([machine('vm')], at(600))).not.toContain('DCGM');
    expect(exposition([machine('vm', { gpus: 1, labels: {} })], at(600))).not.toContain('DCGM');
  });

  it("follow the work that the namespace's annotation requests", () => {
    const annotations = { 'simulation.gpulease.dev/work': 'Idle' };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', annotations } };
    const idle = () => ({ namespace });
    const machines = ['one', 'two', 'three', 'four'].map((name) => machine(name, { gpus: 1 }));
    const use = read(exposition(machines, at(600), idle), 'DCGM_FI_DEV_GPU_UTIL');
    expect(Object.values(use)).toEqual([0, 0, 0, 0]);
  });

  it("report a broken GPU's driver errors and no use", () => {
    const around = () => ({ brokenGpus: [false, true] });
    const text = exposition([machine('vm', { gpus: 2 })], at(600), around);
    expect(Object.values(read(text, 'DCGM_FI_DEV_XID_ERRORS'))).toEqual([0, 79]);
    expect(Object.values(read(text, 'DCGM_FI_DEV_ECC_DBE_VOL_TOTAL'))).toEqual([0, 2]);
    expect(Object.values(read(text, 'DCGM_FI_DEV_GPU_UTIL'))[1]).toBe(0);
  });

  it('include running machines only', () => {
    expect(exposition([machine('vm', { phase: 'Scheduled' })], at(600))).toBe('');
  });

  it('never decrease', () => {
    const cpu = (seconds: number) =>
      Object.values(
        read(exposition([machine('vm')], at(seconds)), 'kubevirt_vmi_cpu_usage_seconds_total'),
      )[0] ?? NaN;
    expect(cpu(0)).toBe(0);
    expect(cpu(601)).toBeGreaterThan(cpu(600));
    expect(cpu(600)).toBeLessThanOrEqual(4 * 600);
  });

  it('are separate per machine, with each type declared once', () => {
    const text = exposition([machine('one'), machine('other')], at(600));
    expect(Object.keys(read(text, 'kubevirt_vmi_memory_available_bytes'))).toHaveLength(2);
    expect(text.match(/# TYPE kubevirt_vmi_memory_available_bytes/g)).toHaveLength(1);
  });
});
