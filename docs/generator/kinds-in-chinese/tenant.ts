/** Chinese texts of Tenant. */
export const tenantInChinese: Readonly<Record<string, string>> = {
  "A user of the portal in the cluster, named by the user's ID. Its workloads are in namespace u-NAME.":
    '门户用户在集群中的对象，以用户 id 命名；其实例在命名空间 u-NAME 中。',
  "the name must be the user's id: at most 61 characters, and no dots":
    '名称必须是用户 id：最多 61 个字符，不含点',
  "The user's name in the portal.": '门户中的用户名。',
  "Suspended stops the tenant's machines and prevents starts.":
    '租户停用（`Suspended`）后，其实例停止，且不能启动。',
  'Total GPUs of all machines.': '所有实例的 GPU 合计。',
  'Workloads, including stopped ones.': '实例数，包括已停止的。',
  'Total ports mapped by all machines, without those to sign in.':
    '所有实例映射的端口合计，不含登录用的端口。',
  'Total root disks of all machines, including stopped ones. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '所有实例的系统盘合计，包括已停止的。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  "Orders, starts and restarts within an hour, excluding those by operators and the platform. Defaults to the platform's limit.":
    '每小时下单、启动和重启的总次数；由管理员和平台进行的不计入。不填则使用平台默认值。',
  'Limits of the tenant. Unset ones are unlimited, except ports, which defaults to 32, and startsPerHour.':
    '租户的上限；没有填写的不限，但 `ports` 默认为 32，`startsPerHour` 使用平台默认值。',
  "Namespace of the tenant's workloads, which are accepted nowhere else.":
    '租户的实例所在的命名空间；只接受该命名空间中的实例。',
  'Total root disks of all machines, including stopped ones.': '所有实例的系统盘合计，包括已停止的。',
  'Current usage. Deletion is blocked while the tenant has workloads.':
    '租户已用的资源。只要还有实例，就不能删除该租户。',
  'Remaining quota.': '剩余的配额。',
  'Name in the portal.': '门户中的用户名。',
  'Where its workloads are.': '实例所在的命名空间。',
  'Its workloads.': '实例数。',
  'GPUs that it uses.': '已用的 GPU 数。',
  'GPUs that it can have.': 'GPU 数的上限。',
  'Root disks that it has.': '已用的系统盘容量。',
  'Root disks that it can have.': '系统盘容量的上限。',
};
