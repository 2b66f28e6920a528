import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import { rules, type ValidationRule } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

/** Hosts that images must not come from: internal ones and cloud metadata services. RE2 patterns, without a port. */
const INNER_HOSTS = [
  String.raw`localhost\.?|metadata\.google\.internal\.?`,
  // This host, private ranges, link-local (where metadata services are), multicast and above.
  String.raw`(0|10|127|22[4-9]|2[3-5][0-9])(\.[0-9]+){3}`,
  String.raw`(169\.254|192\.168|172\.(1[6-9]|2[0-9]|3[01])|100\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))(\.[0-9]+){2}`,
  // Other notations for IPv4 addresses, which some programs accept.
  String.raw`(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+)){0,2}|0[0-9x][0-9a-f]*(\.[0-9a-fx]+){3}`,
  // Global IPv6 addresses start with 2 or 3.
  String.raw`\[([^23]|[23][0-9a-f]{0,2}:)[^\]]*\]`,
];

/** Images are downloaded from inside the cluster, where internal hosts are reachable. */
const publicHost: ValidationRule = {
  rule: `!self.matches(${JSON.stringify(`(?i)^[a-z]+://(${INNER_HOSTS.join('|')})([:/]|$)`)})`,
  message:
    'must not be at a loopback, link-local or private address, nor at a metadata service; give a private server a name in DNS',
};

const source = z
  .object({
    registry: z
      .object({
        url: z
          .string()
          .max(512)
          .regex(
            /^docker:\/\/[^\s/@]+\/\S+$/,
            'must be docker://, a registry and an image, without a user or password, for example docker://quay.io/containerdisks/ubuntu:24.04',
          )
          .meta({
            description:
              'URL of the disk in a registry, for example docker://quay.io/containerdisks/ubuntu:24.04. Visible to everyone who can read images.',
            ...rules(publicHost),
          }),
      })
      .describe('OCI image with the disk under /disk.')
      .optional(),
    http: z
      .object({
        url: z
          .string()
          .max(2048)
          .regex(
            /^https?:\/\/[^\s/@]+\/\S+$/,
            'must be the web address of a file, without a user or password, for example https://images.example.com/ubuntu-24.04.qcow2',
          )
          .meta({
            description:
              'URL of the disk file (qcow2 or raw, possibly compressed). Visible to everyone who can read images.',
            ...rules(publicHost),
          }),
        checksum: z
          .string()
          .max(135)
          .regex(
            /^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/,
            'must be sha256: and 64 lowercase hexadecimal digits, or sha512: and 128',
          )
          .describe('Checksum of the file: sha256: or sha512: and the digest in lowercase hexadecimal.'),
      })
      .describe('Disk file on a web server.')
      .optional(),
    dataSource: z
      .object({
        namespace: z
          .string()
          .max(63)
          .regex(
            /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
            'must be the name of a namespace: lowercase letters, digits and hyphens, with a letter or digit at both ends',
          )
          .describe('Namespace of the DataSource.'),
        name: fields.longObjectName('Name of the DataSource.'),
      })
      .describe(
        'Existing DataSource, for example one kept up to date by a DataImportCron. Machines must be allowed to clone its disk (images.cloneNamespaces of the chart).',
      )
      .optional(),
  })
  .meta({
    description: 'Source of the disk. Set exactly one.',
    ...rules({
      rule: '[has(self.registry), has(self.http), has(self.dataSource)].exists_one(given, given)',
      message: 'source must have exactly one of registry, http and dataSource',
    }),
  });

/** Includes CUDA, which finds no GPU without a driver. */
const gpuSoftware = z
  .object({
    driverVersion: z
      .string()
      .max(23)
      .regex(
        /^[0-9]{1,5}(\.[0-9]{1,5}){0,3}$/,
        'must be one to four numbers with dots between them, for example 550.90.07',
      )
      .describe('Version of the installed GPU driver, for example 550.90.07.'),
    cudaVersion: z
      .string()
      .max(8)
      .regex(
        /^[0-9]{1,2}\.[0-9]{1,2}(\.[0-9]{1,2})?$/,
        'must be two or three numbers with dots between them, for example 12.4',
      )
      .describe('Version of the installed CUDA, for example 12.4. Unset if none.')
      .optional(),
    metricsPort: fields
      .portNumber(
        "TCP port of NVIDIA's DCGM exporter in the guest, usually 9400. Unset if none is installed. Reachable only by readers of metrics (networkPolicies.metricsFrom of the chart).",
      )
      .optional(),
  })
  .describe(
    'Installed GPU software. If unset, no driver is stated, and customers with a GPU are told that they may have to install one.',
  );

/** The most StorageClasses that the status lists. */
const SHOWN_DISKS = 64;

const vmImageSpecSchema = z
  .object({
    description: fields.text(1024, 'Installed software, shown to customers.'),
    translations: fields.translatedDescription.optional(),
    osType: z
      .enum(['Linux', 'Windows'])
      .describe("Linux is set up by cloud-init with the customer's SSH keys; Windows starts unchanged."),
    version: fields.text(63, 'Operating system version shown to customers, for example Ubuntu 24.04.'),
    size: fields.size('Size of the disk; the minimum root disk of machines with this image.'),
    architecture: z.enum(['amd64', 'arm64']).describe('CPU architecture it is built for.'),
    state: z
      .enum(['Enabled', 'Disabled'])
      .default('Enabled')
      .describe('Disabled accepts no new orders; running machines keep running.'),
    defaultUser: z
      .string()
      .max(32)
      .regex(
        /^[A-Za-z_][-A-Za-z0-9_]*$/,
        'must be a user name of letters, digits, hyphens and underscores that begins with a letter or underscore',
      )
      .describe('User to sign in as, for example ubuntu.')
      .optional(),
    gpu: gpuSoftware.optional(),
    source,
  })
  .meta({
    description:
      'Content and source of the disk. It is imported once for each StorageClass that an Active region uses; machines start with a clone. After a change of source, size or architecture it is imported again; machines start with the previous disk until the import completes.',
    ...rules({
      rule: "self.osType != 'Windows' || self.architecture == 'amd64'",
      message: 'Windows runs on amd64 only; on arm64 KubeVirt has no disk that Windows has a driver for',
    }),
  });

const vmImageStatusSchema = z
  .object({
    ...fields.commonStatus,
    workloads: fields.count('Workloads ordered with it. Deletion is blocked while there are any.').optional(),
    import: z
      .object({
        progress: z
          .string()
          .max(8)
          .regex(/^([0-9]{1,3}(\.[0-9]{1,2})?%|N\/A)$/)
          .describe('Share of the disk imported so far, for example 42.5%.')
          .optional(),
        disks: z
          .array(
            z
              .object({
                storageClassName: fields
                  .longObjectName("StorageClass of the disk. Unset for the cluster's default.")
                  .optional(),
                dataSource: z
                  .object({
                    namespace: fields.objectName('Namespace of the DataSource.'),
                    name: fields.longObjectName('Name of the DataSource.'),
                  })
                  .describe('DataSource that machines clone.'),
              })
              .describe('Disk that machines can clone.'),
          )
          .max(SHOWN_DISKS)
          .meta({
            description:
              'Disks that machines can clone now: one for each StorageClass that an Active region uses, or that of the DataSource in the spec.',
            'x-kubernetes-list-type': 'atomic',
          })
          .optional(),
      })
      .describe('Import of the disk.')
      .optional(),
  })
  .describe(
    'Observed state, written only by the controller. Conditions: Imported (the disk is the one in the spec), Ready (machines can start with it).',
  );

export const vmImageSchema = z.object({ spec: vmImageSpecSchema, status: vmImageStatusSchema.optional() });

export type VMImageSpec = z.infer<typeof vmImageSpecSchema>;
export type VMImageStatus = z.infer<typeof vmImageStatusSchema>;
export type VMImage = KubeObject<VMImageSpec, VMImageStatus>;

export const vmImages: ResourceDefinition<VMImage> = resource('VMImage', 'vmimages');

export const vmImageResource: CustomResource = {
  definition: vmImages,
  description: 'A disk with an operating system for machines.',
  schema: vmImageSchema,
  rules: nameRules,
  shortNames: ['img'],
  columns: [
    ['OS', 'string', '.spec.osType', 'Operating system.'],
    ['Version', 'string', '.spec.version', 'Its version.'],
    ['Arch', 'string', '.spec.architecture', 'CPU architecture.'],
    ['Driver', 'string', '.spec.gpu.driverVersion', 'The GPU driver that is installed.', 'wide'],
    ['CUDA', 'string', '.spec.gpu.cudaVersion', 'The CUDA that is installed.', 'wide'],
    ['State', 'string', '.spec.state', 'Whether it can be ordered.'],
    ...readyAndWhy,
    ['Workloads', 'integer', '.status.workloads', 'Workloads that use it.'],
    age,
  ],
  selectableFields: ['.spec.state', '.spec.osType'],
};
