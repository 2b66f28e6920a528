import type { VirtualMachine } from '@gpulease/kube/kubevirt';

type Domain = NonNullable<VirtualMachine['spec']['template']['spec']>['domain'];

/** Maximum spins before a waiting virtual CPU yields; the default of Hyper-V itself. */
const SPINLOCKS = 8191;

/**
 * What Windows needs besides its devices, following KubeVirt's preferences for Windows: Hyper-V enlightenments, clocks
 * that do not drift and Secure Boot.
 *
 * Reenlightenment is omitted: it serves machines that migrate, and would keep ours off nodes whose clock rate is not the
 * lowest of all nodes.
 *
 * The state of the TPM and the firmware does not survive a stop: KubeVirt would need another volume, of the cluster's
 * default storage class, which no region promises. Windows boots without that state.
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
    // Secure Boot requires SMM, so that only the firmware can write its keys.
    smm: { enabled: true },
  },
  firmware: { bootloader: { efi: { secureBoot: true } } },
} satisfies Omit<Domain, 'devices'>;

/** The tablet keeps the pointer aligned with the mouse of a remote screen. */
export const windowsDevices = {
  inputs: [{ name: 'tablet', type: 'tablet', bus: 'usb' }],
  tpm: {},
};
