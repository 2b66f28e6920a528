/** What operators do about errors that refer users to them. */
import type { ErrorCode, ErrorReason } from '../../portal/contract/src/errors.ts';
import type { Hint } from './words.ts';

export const errorHints: Readonly<Partial<Record<ErrorCode | ErrorReason, Hint>>> = {
  USER_DISABLED: {
    en: "The user's page in the console shows since when and has the switch; the audit log shows who disabled the account.",
    zh: '在控制台的用户页面启用该账号；审计日志中有停用的操作人。',
  },
  CONFIG_ERROR: {
    en: "A service that the request needs has no settings: mail, SMS or single sign-on. The portal's log names the missing settings, and `--settings` shows what is set.",
    zh: '请求所需的服务（邮件、短信或单点登录）没有配置。门户日志会指出缺少的设置，`--settings` 显示当前设置。',
  },
  REQUEST_FAILED: {
    en: '`details.reason` says why; it is one of the reasons below.',
    zh: '原因见 `details.reason`，即下文的错误原因之一。',
  },
  INTERNAL: {
    en: "A bug. Search the portal's log for the `requestId`: `kubectl logs -n gpulease-system -l app.kubernetes.io/component=bff --tail=-1 | grep REQUEST_ID`.",
    zh: '程序错误。用 `requestId` 在门户日志中查找：`kubectl logs -n gpulease-system -l app.kubernetes.io/component=bff --tail=-1 | grep REQUEST_ID`。',
  },
  SERVER_ERROR: {
    en: 'PostgreSQL, the API server or a provider is not responding, or the portal is starting or stopping.',
    zh: 'PostgreSQL、API server 或服务商没有响应，或门户正在启动或停止。',
  },
  PRICE_NOT_READY: {
    en: 'The pricing policy is not Ready: `kubectl get pp` shows the reason.',
    zh: '定价策略未就绪：`kubectl get pp` 显示原因。',
  },
  NODE_CHOSEN: {
    en: '`spec.placement.nodeName` binds the instance to its node. **Schedule** moves it; without the field its owner can.',
    zh: '实例由 `spec.placement.nodeName` 指定了节点。可用**调度**迁移；移除该字段后，用户可自行迁移。',
  },
  QUOTA: {
    en: "`details.quota` shows which quota. Raise it on the user's page.",
    zh: '`details.quota` 指出是哪一项配额，可在用户页面提升。',
  },
  OWN_REQUEST: {
    en: 'Two operators are needed; sums above `payments.secondOperatorAbove` of the chart ask for a second one.',
    zh: '需要两名管理员：金额超过 chart 的 `payments.secondOperatorAbove` 时由第二名管理员审批。',
  },
  FIRST_PASSWORD_EXPIRED: {
    en: 'First passwords are valid for three days. For an operator, `create-admin.ts --reset NAME` in the pod of the portal prints a new one.',
    zh: '初始密码三天内有效。管理员账号可在门户 Pod 中用 `create-admin.ts --reset NAME` 重新生成。',
  },
};
