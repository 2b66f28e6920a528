import { shownMachine } from './pages.ts';

/** The dialogs that the docs show. */
export interface DialogPicture {
  readonly path: string;
  /** Clicks that open it, in order: names of buttons, menu items and checkboxes, in both languages. */
  readonly clicks: readonly RegExp[];
}

const actions = /^Actions for|的操作$/;

export const dialogs: Readonly<Record<'user' | 'admin', Readonly<Record<string, DialogPicture>>>> = {
  user: {
    'dialog-destroy': { path: `/workloads/${shownMachine}`, clicks: [actions, /^(Destroy|销毁)$/] },
    'dialog-stop-several': {
      path: '/workloads',
      clicks: [/^(Select|选择) inference$/, /^(Select|选择) dev-box$/, /selected$|^已选/, /^(Stop|停止)$/],
    },
    'dialog-ports': {
      path: `/workloads/${shownMachine}?tab=network`,
      clicks: [/^(Add port|添加端口)$/],
    },
    'dialog-ssh-keys': { path: `/workloads/${shownMachine}`, clicks: [/^(Edit SSH keys|编辑 SSH 公钥)$/] },
    'dialog-create-token': { path: '/profile?tab=api-tokens', clicks: [/^(Create token|创建令牌)$/] },
    'dialog-add-key': { path: '/profile?tab=ssh-keys', clicks: [/^(Add key|添加公钥)$/] },
  },
  admin: {
    'dialog-adjust-balance': {
      path: '/admin/users/edit/demo',
      clicks: [/^(Adjust balance|调整余额)$/],
    },
    'dialog-deactivate': { path: '/admin/users/edit/demo', clicks: [/^(Deactivate|停用)$/] },
    'dialog-refund': {
      path: '/admin/billings?tab=recharges&user=demo',
      clicks: [actions, /^(Refund|退款)$/],
    },
    'dialog-schedule': {
      path: '/admin/workloads/sjtu-speech/asr-train',
      clicks: [/^(Schedule|调度)$/],
    },
    'dialog-console': {
      path: `/admin/workloads/demo/${shownMachine}?tab=console`,
      clicks: [/^(Connect|连接)$/],
    },
    'dialog-maintenance': {
      path: '/admin/nodes/cn-north-1/gpu-4090-01',
      clicks: [actions, /^(Start maintenance|进入维护)$/],
    },
    'dialog-invite-codes': { path: '/admin/invite-code', clicks: [/^(Generate invite codes|生成邀请码)$/] },
  },
};
