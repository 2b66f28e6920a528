/** Chinese texts of Tenant. */
export const tenantInChinese: Readonly<Record<string, string>> = {
  "A user of the portal in the cluster; its name is the user's id. Its workloads are in namespace u-NAME.":
    '门户用户在集群中的对象，以用户 id 命名；其实例在命名空间 u-NAME 中。',
  "the name must be the user's id: at most 61 characters, and no dots":
    '名称必须是用户 id：最多 61 个字符，不含点',
  "The user's name in the portal.": '门户中的用户名。',
  'The machines of a suspended tenant are stopped and do not start.':
    '租户停用（`Suspended`）后，其实例停止，且不能启动。',
  'GPUs of all machines together.': '所有实例的 GPU 合计。',
  'Workloads, stopped ones included.': '实例数，包括已停止的。',
  'Ports mapped by all machines together, without those to sign in.':
    '所有实例映射的端口合计，不含登录用的端口。',
  'Root disks of all machines together, those of stopped ones included. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '所有实例的系统盘合计，包括已停止的。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  "Orders, starts and restarts within an hour; those of operators and of the platform are not counted. If left out, the platform's limit holds.":
    '每小时下单、启动和重启的总次数；由管理员和平台进行的不计入。不填则使用平台默认值。',
  'The most that the tenant can have; what is left out is not limited, except ports, whose default is 32, and startsPerHour.':
    '租户的上限；没有填写的不限，但 `ports` 默认为 32，`startsPerHour` 使用平台默认值。',
  "The namespace of the tenant's workloads; workloads are accepted nowhere else.":
    '租户的实例所在的命名空间；只接受该命名空间中的实例。',
  'Root disks of all machines together, those of stopped ones included.':
    '所有实例的系统盘合计，包括已停止的。',
  'What the tenant uses. While it has workloads, it cannot be deleted.':
    '租户已用的资源。只要还有实例，就不能删除该租户。',
  'What is left of the quota.': '剩余的配额。',
  'Name in the portal.': '门户中的用户名。',
  'Where its workloads are.': '实例所在的命名空间。',
  'Its workloads.': '实例数。',
  'GPUs that it uses.': '已用的 GPU 数。',
  'GPUs that it can have.': 'GPU 数的上限。',
  'Root disks that it has.': '已用的系统盘容量。',
  'Root disks that it can have.': '系统盘容量的上限。',
};
