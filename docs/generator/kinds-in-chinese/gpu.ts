/** Chinese texts of GPU. */
export const gpuInChinese: Readonly<Record<string, string>> = {
  'A GPU model in the catalog and the extended resource that nodes offer it as.':
    '资源目录中的一种 GPU 型号，及节点上对应的扩展资源。',
  'Manufacturer, for example NVIDIA.': '厂商，例如 NVIDIA。',
  'Model shown to customers, for example A100 80GB PCIe.': '用户看到的型号，例如 A100 80GB PCIe。',
  'Memory of one GPU. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '每张 GPU 的显存。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'Extended resource that core Nodes offer it as, named by the device plugin, for example nvidia.com/GA100_A100_PCIE_80GB. Must be unique among GPU objects.':
    'Node 上对应的扩展资源，由设备插件命名，例如 nvidia.com/GA100_A100_PCIE_80GB。每个 GPU 对象各不相同。',
  'must be an extended resource, a domain and a name with a slash between them, for example nvidia.com/GA100_A100_PCIE_80GB':
    '必须是扩展资源：域名和名称，中间用斜杠分隔，例如 nvidia.com/GA100_A100_PCIE_80GB',
  'names of kubernetes.io are resources of Kubernetes itself; write what the device plugin offers, for example nvidia.com/GA100_A100_PCIE_80GB':
    'kubernetes.io 下的名称是 Kubernetes 自身的资源，请填写设备插件提供的，例如 nvidia.com/GA100_A100_PCIE_80GB',
  'PCI vendor and device ID in uppercase hexadecimal digits, for example 10DE:20B5, as in permittedHostDevices of the KubeVirt object.':
    'PCI 厂商和设备编号，大写十六进制，例如 10DE:20B5；与 KubeVirt 对象的 `permittedHostDevices` 一致。',
  'must be the vendor and the device id, four uppercase hexadecimal digits each, for example 10DE:20B5':
    '必须是厂商编号和设备编号，各为四位大写十六进制数，例如 10DE:20B5',
  'GPUs of this model on all nodes.': '所有节点上该型号的 GPU 数。',
  'ComputeNodes with this model. Deletion is blocked while there are any.':
    '有该型号的 ComputeNode 数。不为 0 时不能删除。',
  'SKUs that offer this model. Deletion is blocked while there are any.':
    '提供该型号的 SKU 数。不为 0 时不能删除。',
  'The manufacturer.': '厂商。',
  'The model.': '型号。',
  'Memory of one GPU.': '每张 GPU 的显存。',
  'GPUs on all nodes.': '所有节点上的 GPU 数。',
};
