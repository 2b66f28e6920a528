import type { VirtualMachine } from '@gpulease/kube/kubevirt';

type Domain = NonNullable<VirtualMachine['spec']['template']['spec']>['domain'];

/** The most spins before a waiting virtual CPU yields, as Hyper-V itself sets it. */
const SPINLOCKS = 8191;

/**
 * What Windows wants of its machine besides other devices, as KubeVirt's preferences for Windows have it: a Hyper-V that
 * it knows, clocks that do not drift, a TPM and a verified boot.
 *
 * Re-enlightenment is left out: it is for machines that migrate, and would keep ours from nodes whose clock rate is not the
 * lowest of all nodes.
 *
 * Neither the TPM nor the firmware outlives a stop: for that KubeVirt would need another volume, of the cluster's default
 * storage class, which no region promises. Windows boots without their memory.
 */
export const windowsDomain = {
  clock: {
    utc: {},
    timer: {
      hpet: { present: false },
      hyperv: {},
      pit: { tickPolicy: 'delay' },
      rtc: { tickPolicy: 'catchup' },
    },
  },
  features: {
    acpi: {},
    apic: {},
    hyperv: {
      frequencies: {},
      ipi: {},
      relaxed: {},
      reset: {},
      runtime: {},
      spinlocks: { spinlocks: SPINLOCKS },
      synic: {},
      synictimer: { direct: {} },
      tlbflush: {},
      vapic: {},
      vpindex: {},
    },
    // The boot can only be verified where nothing but the firmware can write what it verifies with.
    smm: { enabled: true },
  },
  firmware: { bootloader: { efi: { secureBoot: true } } },
} satisfies Omit<Domain, 'devices'>;

/** A pointer that does not run away from the mouse of a remote screen. */
export const windowsDevices = {
  inputs: [{ name: 'tablet', type: 'tablet', bus: 'usb' }],
  tpm: {},
};
