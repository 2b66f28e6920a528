import type { Language } from '@gpulease/contract/enums';

/** Texts that a person reads on the walk. Written out, so that a changed text fails the tests. */
export interface Words {
  languageItem: string;
  homeTitle: string;
  darkTheme: string;
  lightTheme: string;
  registerLink: string;
  phone: string;
  sendCode: string;
  resend: RegExp;
  smsCode: string;
  username: string;
  password: string;
  confirmPassword: string;
  inviteCode: string;
  agree: RegExp;
  agreeFirst: string;
  register: string;
  signIn: string;
  available: string;
  recharge: { amount: string; submit: string; pay: string; paid: string; hundred: string; shown: string };
  create: string;
  gpu: RegExp;
  sku: RegExp;
  name: string;
  keys: string;
  /** The order's expandable section of further options, whose title also lists the chosen ones. */
  more: RegExp;
  addPort: string;
  submit: string;
  hold: string;
  perHour: string;
  status: { RUNNING: string; STOPPED: string; STOPPING: string };
  sshCommand: string;
  actionsOf: (name: string) => string;
  action: { stop: string; start: string; destroy: string };
  typeName: (name: string) => string;
  deduction: string;
  balanceRecharge: string;
  adminUsers: string;
  adminWorkloads: string;
  badName: string;
}

const zh: Words = {
  languageItem: '中文',
  homeTitle: '按需租用 GPU 算力',
  darkTheme: '切换到深色主题',
  lightTheme: '切换到浅色主题',
  registerLink: '注册',
  phone: '手机号',
  sendCode: '获取验证码',
  resend: /^\d+ 秒后重发$/,
  smsCode: '短信验证码',
  username: '用户名',
  password: '密码',
  confirmPassword: '确认密码',
  inviteCode: '邀请码',
  agree: /我已阅读并同意/,
  agreeFirst: '请阅读并同意服务条款',
  register: '注册',
  signIn: '登录',
  available: '可用余额',
  recharge: {
    amount: '充值金额（元）',
    submit: '提交充值',
    pay: '模拟支付',
    paid: '充值成功',
    hundred: '100.00',
    shown: '¥100.00',
  },
  create: '创建实例',
  gpu: /^A100/,
  sku: /A100 80GB × 8$/,
  name: '实例名称',
  keys: 'SSH 公钥',
  more: /^更多选项/,
  addPort: '添加端口',
  submit: '提交订单',
  hold: '下单时冻结',
  perHour: '每小时',
  status: { RUNNING: '运行中', STOPPED: '已停止', STOPPING: '停止中' },
  sshCommand: 'SSH 登录命令',
  actionsOf: (name) => `${name} 的操作`,
  action: { stop: '停止', start: '启动', destroy: '销毁' },
  typeName: (name) => `请输入“${name}”以确认`,
  deduction: '扣费',
  balanceRecharge: '充值',
  adminUsers: '用户',
  adminWorkloads: '实例',
  badName: '小写字母',
};

const en: Words = {
  languageItem: 'EN',
  homeTitle: 'GPU machines, billed by the second',
  darkTheme: 'Switch to the dark theme',
  lightTheme: 'Switch to the light theme',
  registerLink: 'Register',
  phone: 'Phone number',
  sendCode: 'Send code',
  resend: /^Resend in \d+ s$/,
  smsCode: 'SMS code',
  username: 'Username',
  password: 'Password',
  confirmPassword: 'Confirm password',
  inviteCode: 'Invite code',
  agree: /I have read and agree/,
  agreeFirst: 'Please read and agree to the terms.',
  register: 'Register',
  signIn: 'Sign in',
  available: 'Available',
  recharge: {
    amount: 'Amount in dollars',
    submit: 'Add funds',
    pay: 'Pay in the sandbox',
    paid: 'Payment complete',
    hundred: '13.89',
    shown: '$13.89',
  },
  create: 'Create instance',
  gpu: /^A100/,
  sku: /A100 80GB × 8$/,
  name: 'Name',
  keys: 'SSH keys',
  more: /^More options/,
  addPort: 'Add port',
  submit: 'Place order',
  hold: 'Held now',
  perHour: 'Per hour',
  status: { RUNNING: 'Running', STOPPED: 'Stopped', STOPPING: 'Stopping' },
  sshCommand: 'SSH command',
  actionsOf: (name) => `Actions for ${name}`,
  action: { stop: 'Stop', start: 'Start', destroy: 'Destroy' },
  typeName: (name) => `Type “${name}” to confirm`,
  deduction: 'Deduction',
  balanceRecharge: 'Funds added',
  adminUsers: 'Users',
  adminWorkloads: 'Instances',
  badName: 'owercase',
};

export const words: Readonly<Record<Language, Words>> = { zh, en };
