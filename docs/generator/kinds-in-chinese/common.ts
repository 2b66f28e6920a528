/** Chinese texts shared by several kinds, including the conditions. */
export const commonInChinese: Readonly<Record<string, string>> = {
  Region: '地域（Region）',
  ComputeNode: '节点（ComputeNode）',
  GPU: 'GPU 型号（GPU）',
  SKU: '规格（SKU）',
  VMImage: '镜像（VMImage）',
  PricingPolicy: '定价策略（PricingPolicy）',
  Tenant: '租户（Tenant）',
  Workload: '实例（Workload）',
  'the name must have at most 63 characters': '名称最多 63 个字符',
  'The display name in English.': '英文显示名称。',
  'The description in English.': '英文描述。',
  'English.': '英文。',
  'Texts for customers in other languages. The plain fields are in Chinese and are shown where nothing is given here.':
    '面向用户的其他语言文字。普通字段填中文；这里没有填写的，显示中文。',
  'Words to filter by in the portal, each once.': '在门户中用于筛选的标签，不能重复。',
  'each tag can be given only once; remove the duplicate': '标签不能重复，请删除多余的',
  'Inactive takes no new orders; running machines keep running.':
    '`Inactive` 不接受新订单，运行中的实例继续运行。',
  'must be a valid IP address, for example 203.0.113.7': '必须是有效的 IP 地址，例如 203.0.113.7',
  'must be the address of one host; unspecified, link-local, multicast and broadcast addresses are not':
    '必须是单台主机的地址，不能是未指定、链路本地、组播或广播地址',
  'must be a domain name in lowercase letters with at least one dot and at most 63 characters between dots, for example notebook.cn-east-1.gpulease.example':
    '必须是小写字母的域名，至少有一个点，每一段最多 63 个字符，例如 notebook.cn-east-1.gpulease.example',
  'must be lowercase letters, digits, hyphens and dots, with a letter or digit at both ends and beside each dot, for example a100-80g-1':
    '只能是小写字母、数字、连字符和点，首尾和每个点的两侧必须是字母或数字，例如 a100-80g-1',
  'must be a whole number of Mi, Gi or Ti, below 1000Ti, for example 80Gi':
    '必须是以 Mi、Gi 或 Ti 为单位的整数，小于 1000Ti，例如 80Gi',
  'each name can be given only once; remove the duplicate': '名称不能重复，请删除多余的',
  'Name of the GPU object.': 'GPU 对象的名称。',
  'GPUs of this model that machines use.': '实例已占用的该型号 GPU 数。',
  'GPUs of this model that can be ordered now.': '现在可以下单的该型号 GPU 数。',
  'GPUs that are free now.': '现在空闲的 GPU 数。',
  'How many GPUs.': 'GPU 数。',
  'Whole CPU cores.': 'CPU 核数，为整数。',
  'Memory as a quantity.': '内存，quantity 格式。',
  'Workloads that were ordered with it. While there are any, it cannot be deleted.':
    '用它下单的实例数。不为 0 时不能删除。',
  'Workloads that use it.': '使用它的实例数。',
  'Whether it can be ordered.': '是否可以下单。',
  'Whether it can run machines.': '是否可以运行实例。',
  'Whether everything is in order; if not, the Ready condition says why.':
    '是否一切正常；不正常的，原因见状况 `Ready`。',
  'Why it is ready or not; the message of the Ready condition says more.':
    '就绪或未就绪的原因；详细说明见状况 `Ready` 的 `message`。',
  'When it was created.': '创建后经过的时间。',
  'The current state, one entry per type; Ready sums it up.': '当前的状况，每种类型一项，由 `Ready` 汇总。',
  'The metadata.generation that this status was computed from.':
    '得出该 `status` 时的 `metadata.generation`。',
  'When the controller first saw the current generation.': '控制器首次看到当前 generation 的时间。',
  'What the condition is about, in CamelCase; one entry of each type.':
    '状况的类型，大驼峰格式；每种类型只有一项。',
  'Whether it holds.': '是否成立。',
  'Why, in one CamelCase word.': '原因，一个大驼峰格式的单词。',
  'One sentence for the person who reads it.': '给人看的说明，一句话。',
  'The values that the message names, for those who say it in other words.':
    '`message` 中提到的值，供程序用其他语言或措辞表述。',
  'The first of the objects at fault.': '有问题的对象，只列出前几个。',
  'Its kind.': '对象的种类。',
  "Its name; absent for the cluster's default one.": '对象的名称；集群的默认对象没有名称。',
  'How many more objects are at fault.': '另外还有多少个对象有问题。',
  'The name of what is meant.': '所指对象的名称。',
  'What is needed instead.': '应该是什么。',
  'How many objects still use it.': '还有多少个对象在使用它。',
  'What there is of each resource that is short, such as "nvidia.com/A100 7/8, cpu 60/64".':
    '每种不足的资源现有多少，例如“nvidia.com/A100 7/8, cpu 60/64”。',
  'The pods that hold what is short.': '占用这些资源的 Pod。',
  'How many machines.': '实例数。',
  'How many disks of stopped machines.': '已停止实例的磁盘数。',
  'When it will be over; RFC 3339.': '结束时间，RFC 3339 格式。',
  'Since when; RFC 3339.': '开始时间，RFC 3339 格式。',
  'The PCI vendor and device of a GPU.': 'GPU 的 PCI 厂商和设备编号。',
  "Another program's own words.": '其他程序的原文。',
  'When status last changed.': '`status` 最近一次变化的时间。',
  'The metadata.generation that the condition was computed from.': '得出该状况时的 `metadata.generation`。',
};
