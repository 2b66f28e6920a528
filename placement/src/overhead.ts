const MiB = 2 ** 20;

/**
 * What virt-launcher and its helpers take, whatever the guest. KubeVirt 1.9 reckons 360 MiB for monitor, launcher, libvirt,
 * QEMU, video and what it adds where requests are limits, 128 for the firmware of arm64 and 53 for a TPM; its sums are
 * rounded up. Its 50 MB of ephemeral storage count nowhere: long before those run out on a node, its pods do.
 */
const FIXED = 544 * MiB;
const PER_CORE = 8 * MiB;
const PER_GPU_MACHINE = 1024 * MiB;
/** Page tables and the like, as a part of the guest's memory. */
const PER_GUEST_BYTE = 1 / 512;

/**
 * Bytes of memory a machine's pod asks for on top of what the guest sees; rather a little more than too little. `ratio` is by
 * how much the cluster's KubeVirt is set up to multiply that.
 */
export function launcherOverhead(guest: { cpu: number; memory: number; gpus: number }, ratio = 1): number {
  const gpus = guest.gpus > 0 ? PER_GPU_MACHINE : 0;
  return Math.ceil((FIXED + PER_CORE * guest.cpu + guest.memory * PER_GUEST_BYTE + gpus) * ratio);
}
