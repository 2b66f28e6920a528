/** Chinese texts of SKU. */
export const skuInChinese: Readonly<Record<string, string>> = {
  'A machine size that customers order, with its GPUs and prices.':
    '用户下单时选择的规格：机器配置、GPU 和价格。',
  'Name shown to customers.': '用户看到的名称。',
  'Intended use, shown to customers.': '适合的用途，用户会看到。',
  'CPU cores of one machine.': '每台实例的 CPU 核数。',
  'Memory of one machine. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '每台实例的内存。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'must be at least 256Mi': '不能小于 256Mi',
  'Root disk included in the price. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '价格所含的系统盘。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'must be at least 1Gi': '不能小于 1Gi',
  'Number of GPUs of one machine.': '每台实例的 GPU 数。',
  'GPUs of one machine. Omit for a SKU without GPUs.': '每台实例的 GPU；没有 GPU 的规格不填。',
  'PricingPolicies that it can be ordered with, at least one.': '下单时可选的 PricingPolicy，至少一个。',
  'Name of the Region.': 'Region 的名称。',
  'Number that can start there now on demand, without a time limit. Spot machines make room for them.':
    '现在可以在该地域按量启动多少，不限时长。竞价实例会为它们让出资源。',
  'Availability in one word, for customers.': '用一个词概括库存，供用户查看。',
  'Largest skuQuantity among these. A machine runs on one node, so a larger order waits even if the total suffices.':
    '其中最大的 `skuQuantity`：一台实例只在一个节点上运行，所以即使总数足够，更大的订单也要等待。',
  'Number that can start there now.': '现在可以在该地域启动多少。',
  'Availability for Spot machines. Nothing makes room for them, but they can use capacity reserved for later until then.':
    '竞价实例的库存：其他实例不会为它们让出资源，但可以使用为以后预留的资源，直到预留的时间。',
  'Maximum that can be reserved there for a later start: all that no machine uses indefinitely. Other reservations can reduce it.':
    '该地域最多可以预约多少在以后开始，即没有被实例无限期占用的资源。其他预留会使它减少。',
  'Start time.': '从何时起。',
  'Number that can be reserved indefinitely from then on.': '从那时起可以无限期预留多少。',
  'Next 16 times at which more capacity will be free than now, counting all reservations.':
    '空闲资源将多于现在的时间，列出最近 16 个；已计入所有预留。',
  'Largest skuQuantity that fits on an empty node there; larger orders are refused. 0 if no node is large enough for one.':
    '该地域的一个空节点最多容得下的 `skuQuantity`；更大的订单会被拒绝。0：没有节点容得下一份。',
  'Current availability by region of sale: the first 256 by name. The total includes all.':
    '各售卖地域现在的库存，按名称只列出前 256 个。合计包括全部地域。',
  'Number that can start now on demand in all regions.': '现在可以在所有地域按量启动多少，合计。',
  'Kind of the object.': '对象的种类。',
  'Name of the object.': '对象的名称。',
  'ReferenceMissing, or why the object is not Ready.': '`ReferenceMissing`，或该对象未就绪的原因。',
  "The object's own message, in one sentence.": '该对象自己的说明，一句话。',
  'Objects that prevent its sale entirely, or in one of its regions or at one of its prices.':
    '停售的原因：整个规格停售，或者只在某个地域、以某种价格停售。',
  'ComputeNodes that can run it. Deletion is blocked while there are any.':
    '可以运行它的 ComputeNode 数。不为 0 时不能删除。',
  'CPU cores.': 'CPU 核数。',
  'Memory.': '内存。',
  'Model of the GPUs.': 'GPU 型号。',
  'Available on demand.': '按量可用的数量。',
};
