/** The texts for operators where customers are referred to support: the fault and how to fix it. */
import type { Language } from '@gpulease/contract/enums';

type Texts = Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>>;

/** By reason. In English the cluster's own message is used if it is already written for operators. */
export const causesForOperators: Texts = {
  GPUNotPermitted: {
    zh: 'KubeVirt 未允许使用该型号的 GPU，请按该 GPU 页面的说明修改 permittedHostDevices。',
    en: 'KubeVirt doesn’t permit this GPU. The GPU’s page says what to add to permittedHostDevices.',
  },
  RefusedByCluster: { zh: '集群未接受该实例，费用已退回用户，原因见集群状态和 operator 日志。' },
  StartDeadlineExceeded: { zh: '实例未能按时启动，原因见集群状态中的 virt-launcher Pod。' },
  ImagePullError: { zh: '实例的容器镜像无法拉取，请检查镜像仓库和节点网络。' },
  ImageImportFailed: { zh: '镜像导入失败，请在镜像页面查看原因；修复后实例自动启动。' },
  RefusedByKubeVirt: { zh: 'KubeVirt 拒绝启动该实例，原因见集群状态。' },
  KubeVirtMissing: { zh: '集群未安装 KubeVirt，或尚未就绪。' },
  CDIMissing: { zh: '集群未安装 CDI，或尚未就绪。' },
};
