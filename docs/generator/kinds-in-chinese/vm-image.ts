/** Chinese texts of VMImage. */
export const vmImageInChinese: Readonly<Record<string, string>> = {
  'A disk with an operating system for machines.': '装有操作系统的磁盘，实例启动时使用。',
  'Windows runs on amd64 only; on arm64 KubeVirt has no disk that Windows has a driver for':
    'Windows 只能在 amd64 上运行；在 arm64 上，KubeVirt 没有 Windows 带有驱动的磁盘类型',
  'Installed software, shown to customers.': '安装了什么，用户会看到。',
  "Linux is set up by cloud-init with the customer's SSH keys; Windows starts unchanged.":
    '`Linux`：由 cloud-init 写入用户的 SSH 公钥。`Windows`：原样启动。',
  'Operating system version shown to customers, for example Ubuntu 24.04.':
    '用户看到的操作系统版本，例如 Ubuntu 24.04。',
  'Size of the disk; the minimum root disk of machines with this image. A quantity of whole Mi, Gi or Ti, for example 80Gi.':
    '磁盘的大小；使用该镜像的实例，系统盘不能比它小。以 Mi、Gi 或 Ti 为单位的整数，例如 80Gi。',
  'CPU architecture it is built for.': '镜像的 CPU 架构。',
  'Disabled accepts no new orders; running machines keep running.':
    '`Disabled` 不接受新订单，运行中的实例继续运行。',
  'User to sign in as, for example ubuntu.': '登录用的用户名，例如 ubuntu。',
  'must be a user name of letters, digits, hyphens and underscores that begins with a letter or underscore':
    '必须是由字母、数字、连字符和下划线组成的用户名，以字母或下划线开头',
  'Version of the installed GPU driver, for example 550.90.07.': '已安装的 GPU 驱动的版本，例如 550.90.07。',
  'must be one to four numbers with dots between them, for example 550.90.07':
    '必须是一至四个数字，中间用点分隔，例如 550.90.07',
  'Version of the installed CUDA, for example 12.4. Unset if none.':
    '已安装的 CUDA 的版本，例如 12.4；没有安装的，不填。',
  'must be two or three numbers with dots between them, for example 12.4':
    '必须是两至三个数字，中间用点分隔，例如 12.4',
  "TCP port of NVIDIA's DCGM exporter in the guest, usually 9400. Unset if none is installed. Reachable only by readers of metrics (networkPolicies.metricsFrom of the chart).":
    'NVIDIA DCGM exporter 在系统内监听的 TCP 端口，一般为 9400；没有安装的，不填。只有 chart 的 `networkPolicies.metricsFrom` 允许的可以访问。',
  'Installed GPU software. If unset, no driver is stated, and customers with a GPU are told that they may have to install one.':
    '为 GPU 安装了什么。不填：没有写明驱动，页面会提示选择 GPU 规格的用户可能需要自行安装。',
  'URL of the disk in a registry, for example docker://quay.io/containerdisks/ubuntu:24.04. Visible to everyone who can read images.':
    '磁盘在镜像仓库中的地址，例如 docker://quay.io/containerdisks/ubuntu:24.04。有权读取镜像的人都能看到。',
  'must be docker://, a registry and an image, without a user or password, for example docker://quay.io/containerdisks/ubuntu:24.04':
    '必须是 docker:// 加镜像仓库和镜像，不能带有用户名或密码，例如 docker://quay.io/containerdisks/ubuntu:24.04',
  'must not be at a loopback, link-local or private address, nor at a metadata service; give a private server a name in DNS':
    '不能是回环、链路本地或私有地址，也不能是元数据服务；内网的服务器请在 DNS 中设置名称',
  'OCI image with the disk under /disk.': 'OCI 镜像，磁盘在其 /disk 之下。',
  'URL of the disk file (qcow2 or raw, possibly compressed). Visible to everyone who can read images.':
    '磁盘文件（qcow2 或 raw，可以压缩）的下载地址。有权读取镜像的人都能看到。',
  'must be the web address of a file, without a user or password, for example https://images.example.com/ubuntu-24.04.qcow2':
    '必须是文件的网址，不能带有用户名或密码，例如 https://images.example.com/ubuntu-24.04.qcow2',
  'Checksum of the file: sha256: or sha512: and the digest in lowercase hexadecimal.':
    '文件的校验和：`sha256:` 或 `sha512:`，加小写十六进制的摘要。',
  'must be sha256: and 64 lowercase hexadecimal digits, or sha512: and 128':
    '必须是 `sha256:` 加 64 位小写十六进制数，或 `sha512:` 加 128 位',
  'Disk file on a web server.': 'Web 服务器上的磁盘文件。',
  'Namespace of the DataSource.': '所在的命名空间。',
  'must be the name of a namespace: lowercase letters, digits and hyphens, with a letter or digit at both ends':
    '必须是命名空间的名称：小写字母、数字和连字符，首尾为字母或数字',
  'Name of the DataSource.': '名称。',
  'Existing DataSource, for example one kept up to date by a DataImportCron. Machines must be allowed to clone its disk (images.cloneNamespaces of the chart).':
    '已有的 DataSource，例如由 DataImportCron 更新的。实例必须有权克隆它的磁盘（chart 的 `images.cloneNamespaces`）。',
  'Source of the disk. Set exactly one.': '磁盘的来源，只能设置一种。',
  'source must have exactly one of registry, http and dataSource':
    '`source` 必须设置 `registry`、`http`、`dataSource` 之一，且只能设置一个',
  'Share of the disk imported so far, for example 42.5%.': '磁盘已导入的百分比，例如 42.5%。',
  "StorageClass of the disk. Unset for the cluster's default.":
    '所在的 StorageClass；没有该字段的，为集群的默认值。',
  'DataSource that machines clone.': '供实例克隆的 DataSource。',
  'Disks that machines can clone now: one for each StorageClass that an Active region uses, or that of the DataSource in the spec.':
    '实例现在可以克隆的磁盘：启用的地域所使用的每个 StorageClass 各有一个；或者 `spec` 中 DataSource 的磁盘。',
  'Import of the disk.': '磁盘的导入。',
  'Operating system.': '操作系统。',
  'Its version.': '操作系统的版本。',
  'CPU architecture.': 'CPU 架构。',
  'The GPU driver that is installed.': '已安装的 GPU 驱动。',
  'The CUDA that is installed.': '已安装的 CUDA。',
};
