/** Both of KubeVirt's finalizers of an instance. */
export const instanceFinalizers = [
  'kubevirt.io/virtualMachineControllerFinalize',
  'kubevirt.io/foregroundDeleteVirtualMachine',
] as const;
