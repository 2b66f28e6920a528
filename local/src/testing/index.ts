/** Real servers for tests. Product code never imports this. */
export type { TestControlPlane, TestUser } from './control-plane.ts';
export { uniqueName } from './control-plane.ts';
export { readCatalogue } from '../demo/cluster.ts';
export { installKubeVirt } from '../kubevirt/install.ts';
export { Harness as KubeVirtHarness } from '../kubevirt/testing/harness.ts';
export { installCrds } from './crds.ts';
export { sharedServers } from './facts.ts';
export { runKubectl, type KubectlOptions, type KubectlResult } from './kubectl.ts';
export {
  startOwnControlPlane,
  type OwnControlPlane,
  type OwnControlPlaneOptions,
} from './own-control-plane.ts';
export { startOwnPostgres, type OwnPostgres, type TestDatabase } from './own-postgres.ts';
export { useControlPlane, usePostgres } from './shared-servers.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { keepMerchantFiles, type MerchantFiles } from '../wechat-pay/merchant-files.ts';
export { forgeries, retrySeconds } from '../wechat-pay/notifier.ts';
export { startWeChatPay, type WeChatPay } from '../wechat-pay/server.ts';
