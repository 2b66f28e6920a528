import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import { rules } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

const gpuSpecSchema = z
  .object({
    vendor: fields.text(63, 'Manufacturer, for example NVIDIA.'),
    model: fields.text(63, 'Model shown to customers, for example A100 80GB PCIe.'),
    memory: fields.size('Memory of one GPU.'),
    deviceName: z
      .string()
      .max(317)
      .regex(
        /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
        'must be an extended resource, a domain and a name with a slash between them, for example nvidia.com/GA100_A100_PCIE_80GB',
      )
      .meta({
        description:
          'Extended resource that core Nodes offer it as, named by the device plugin, for example nvidia.com/GA100_A100_PCIE_80GB. Must be unique among GPU objects.',
        ...rules({
          rule: "!self.contains('kubernetes.io/')",
          message:
            'names of kubernetes.io are resources of Kubernetes itself; write what the device plugin offers, for example nvidia.com/GA100_A100_PCIE_80GB',
        }),
      }),
    pciVendorSelector: z
      .string()
      .max(9)
      .regex(
        /^[0-9A-F]{4}:[0-9A-F]{4}$/,
        'must be the vendor and the device id, four uppercase hexadecimal digits each, for example 10DE:20B5',
      )
      .describe(
        'PCI vendor and device ID in uppercase hexadecimal digits, for example 10DE:20B5, as in permittedHostDevices of the KubeVirt object.',
      )
      .optional(),
  })
  .describe('The model and its name in Kubernetes.');

const gpuStatusSchema = z
  .object({
    ...fields.commonStatus,
    total: fields.count('GPUs of this model on all nodes.').optional(),
    allocated: fields.count('GPUs of this model that machines use.').optional(),
    free: fields.count('GPUs of this model that can be ordered now.').optional(),
    nodes: fields.count('ComputeNodes with this model. Deletion is blocked while there are any.').optional(),
    skus: fields.count('SKUs that offer this model. Deletion is blocked while there are any.').optional(),
  })
  .describe(
    'Observed state, written only by the controller. Conditions: Permitted (the KubeVirt object permits the device), Ready.',
  );

export const gpuSchema = z.object({ spec: gpuSpecSchema, status: gpuStatusSchema.optional() });

export type GPU = KubeObject<z.infer<typeof gpuSpecSchema>, z.infer<typeof gpuStatusSchema>>;

export const gpus: ResourceDefinition<GPU> = resource('GPU', 'gpus');

export const gpuResource: CustomResource = {
  definition: gpus,
  description: 'A GPU model in the catalog and the extended resource that nodes offer it as.',
  schema: gpuSchema,
  rules: nameRules,
  shortNames: [],
  columns: [
    ['Vendor', 'string', '.spec.vendor', 'The manufacturer.'],
    ['Model', 'string', '.spec.model', 'The model.'],
    ['Memory', 'string', '.spec.memory', 'Memory of one GPU.'],
    ['Free', 'integer', '.status.free', 'GPUs that are free now.'],
    ['Total', 'integer', '.status.total', 'GPUs on all nodes.'],
    ...readyAndWhy,
    age,
  ],
  selectableFields: ['.spec.vendor'],
};
