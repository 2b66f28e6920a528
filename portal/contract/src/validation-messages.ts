/**
 * Messages of form fields with a refused value: one key, one sentence per language. `{0}` and `{1}` are filled in with the
 * values after the key in a message; `¥{0}` is an amount, formatted like any other. Free of zod.
 */
export const validationMessages = {
  required: { zh: '此项为必填项', en: 'This field is required.' },
  invalid: { zh: '内容无效', en: 'This value isn’t valid.' },
  differentName: { zh: '与要求输入的内容不一致', en: 'This doesn’t match what you were asked to type.' },
  unknown: { zh: '不支持的字段', en: 'Unknown field.' },
  tooLong: { zh: '最多 {0} 个字符', en: 'Use at most {0} characters.' },
  tooMany: { zh: '数量过多', en: 'Too many entries.' },
  outOfRange: { zh: '数值超出范围', en: 'This number is out of range.' },
  between: { zh: '请输入 {0} 至 {1} 之间的数值', en: 'Enter a number from {0} to {1}.' },
  wholeNumber: { zh: '请输入整数', en: 'Enter a whole number.' },
  username: {
    zh: '用户名只能包含小写字母、数字、点和连字符，且以字母或数字开头和结尾',
    en: 'Use lowercase letters, digits, dots and hyphens; start and end with a letter or a digit.',
  },
  reservedName: { zh: '该名称为系统保留', en: 'This name is reserved.' },
  passwordLength: { zh: '密码至少 8 个字符', en: 'Use at least 8 characters.' },
  passwordMix: {
    zh: '密码须包含大写字母、小写字母、数字、特殊字符中的至少两种',
    en: 'Use at least two of: uppercase letters, lowercase letters, digits, special characters.',
  },
  commonPassword: {
    zh: '该密码过于常见，容易被猜到，请换一个',
    en: 'This password is too easy to guess. Choose another.',
  },
  newPasswordLength: { zh: '新密码长度须为 6 至 19 个字符', en: 'Use 6 to 19 characters.' },
  passwordsDiffer: { zh: '两次输入的密码不一致', en: 'The passwords do not match.' },
  phone: { zh: '请输入有效的手机号', en: 'Please enter a valid phone number.' },
  smsCode: { zh: '验证码为 6 位数字', en: 'The code has 6 digits.' },
  secondFactorCode: {
    zh: '请输入 6 位动态码或 16 位恢复码',
    en: 'Enter the 6-digit code from the app, or a 16-character recovery code.',
  },
  secondFactorSetupExpired: {
    zh: '本次设置已超时，请关闭后重新开启两步验证',
    en: 'This setup took too long. Close it and start again.',
  },
  wrongSecondFactorCode: {
    zh: '动态码或恢复码错误，或已使用过',
    en: 'This code is wrong or was used before.',
  },
  email: { zh: '请输入有效的邮箱地址', en: 'Please enter a valid email address.' },
  inviteCode: { zh: '邀请码无效或已过期', en: 'The invite code isn’t valid or has expired.' },
  terms: { zh: '请阅读并同意服务条款', en: 'Please read and agree to the terms.' },
  samePassword: {
    zh: '新密码不能与当前密码相同',
    en: 'Choose a password that differs from the current one.',
  },
  currentPassword: { zh: '当前密码错误', en: 'The current password is wrong.' },
  resourceName: {
    zh: '名称只能包含小写字母、数字、点和连字符，且以字母或数字开头和结尾',
    en: 'Use lowercase letters, digits, dots and hyphens; start and end with a letter or a digit.',
  },
  ownName: {
    zh: '名称不能包含斜杠、百分号或不可见字符',
    en: 'A name can’t contain slashes, percent signs or invisible characters.',
  },
  ipAddress: { zh: '请输入有效的 IP 地址', en: 'Please enter a valid IP address.' },
  cpuModel: {
    zh: '请输入 host-passthrough、host-model 或 CPU 型号名，例如 EPYC-Milan',
    en: 'Please enter host-passthrough, host-model or the name of a CPU model, such as EPYC-Milan.',
  },
  hostName: { zh: '请输入有效的域名', en: 'Please enter a valid host name.' },
  hostNotInRegion: {
    zh: '域名须以所选地域的域名结尾',
    en: 'The host must end with the domain of the chosen region.',
  },
  hostTaken: { zh: '该域名已被使用', en: 'This host is already in use.' },
  port: { zh: '端口须为 1 至 65535', en: 'A port is a number from 1 to 65535.' },
  addressNotInRegion: { zh: '请选择该地域的地址', en: 'Choose one of the region’s addresses.' },
  nodeFull: {
    zh: '该节点资源不足，实例继续在原节点运行；请选择有空闲资源的节点',
    en: 'This node has no room for the machine, which keeps running where it is. Choose one with enough free capacity.',
  },
  nodeUnfit: { zh: '该节点无法运行此实例', en: 'This node can’t run the machine.' },
  outsidePortTaken: { zh: '该端口已被其他实例占用', en: 'Another machine already uses this port.' },
  portTaken: { zh: '该端口已在列表中', en: 'This port is already in the list.' },
  sshKey: {
    zh: '请粘贴完整的 SSH 公钥，即公钥文件中的一整行',
    en: 'Paste a complete SSH public key: one line of the public key file.',
  },
  privateKey: {
    zh: '这是私钥。请粘贴公钥，即以 .pub 结尾的文件的内容',
    en: 'This is a private key. Paste the public key, the file that ends in .pub.',
  },
  amount: { zh: '请输入有效的金额，最多两位小数', en: 'Please enter an amount with at most two decimals.' },
  alertAmount: { zh: '金额不能超过 1,000,000 元', en: 'The amount can’t exceed ¥1,000,000.' },
  notZero: { zh: '金额不能为 0', en: 'The amount can’t be zero.' },
  positiveAmount: { zh: '金额必须大于 0', en: 'The amount must be above zero.' },
  refundAtMost: { zh: '最多可退 ¥{0}', en: 'At most ¥{0} can be refunded.' },
  amountRange: { zh: '金额超出允许范围', en: 'The amount is outside the limits.' },
  price: { zh: '请输入有效的价格，最多六位小数', en: 'Please enter a price with at most six decimals.' },
  negativePrice: { zh: '价格不能为负数', en: 'The price can’t be negative.' },
  positivePrice: { zh: '价格必须大于 0', en: 'The price must be above zero.' },
  repeated: { zh: '不能重复', en: 'Duplicates aren’t allowed.' },
  wholeMib: { zh: '最小单位为 1 MiB，请调整数值', en: 'Use a whole number of MiB.' },
  ownAddresses: {
    zh: '使用负载均衡时每台实例有自己的地址，请清空地址列表',
    en: 'With load balancers every machine has its own address. Leave the list empty.',
  },
  deviceName: {
    zh: '请输入设备插件上报的资源名称，如 nvidia.com/GA100_A100_PCIE_80GB',
    en: 'Enter the resource name that the device plugin reports, such as nvidia.com/GA100_A100_PCIE_80GB.',
  },
  pciVendorSelector: {
    zh: '请输入厂商编号和设备编号，各为四位大写十六进制数，如 10DE:20B5',
    en: 'Enter vendor and device ID, four uppercase hexadecimal digits each, such as 10DE:20B5.',
  },
  pciAddress: { zh: '请输入 PCI 地址，如 0000:17:00.0', en: 'Enter a PCI address, such as 0000:17:00.0.' },
  registryUrl: {
    zh: '请输入以 docker:// 开头的镜像地址，如 docker://quay.io/containerdisks/ubuntu:24.04',
    en: 'Enter an address that starts with docker://, such as docker://quay.io/containerdisks/ubuntu:24.04.',
  },
  fileUrl: {
    zh: '请输入以 http:// 或 https:// 开头的文件地址，不含用户名和密码',
    en: 'Enter a file address that starts with http:// or https://, without a username or password.',
  },
  checksum: {
    zh: '请输入 sha256: 加 64 位或 sha512: 加 128 位小写十六进制数',
    en: 'Enter sha256: and 64 or sha512: and 128 lowercase hexadecimal digits.',
  },
  defaultUser: {
    zh: '用户名只能包含字母、数字、连字符和下划线，且以字母或下划线开头',
    en: 'Use letters, digits, hyphens and underscores; start with a letter or underscore.',
  },
  windowsArchitecture: { zh: 'Windows 仅支持 amd64', en: 'Windows runs on amd64 only.' },
  reservedUnit: {
    zh: '包周期计费的单位须为天、周、月或年',
    en: 'The unit of a reserved term must be day, week, month or year.',
  },
  dayRequired: { zh: '请至少选择一天', en: 'Choose at least one day.' },
  clockTime: { zh: '请输入时间，如 09:00', en: 'Enter a time, such as 09:00.' },
  sameTime: { zh: '结束时间不能与开始时间相同', en: 'The end can’t be the same as the start.' },
  timeZone: { zh: '请选择时区，如 Asia/Shanghai', en: 'Choose a time zone, such as Asia/Shanghai.' },
  dateInPast: { zh: '时间必须晚于现在', en: 'The time must be in the future.' },
  stopBeforeStart: { zh: '停止时间必须晚于开始时间', en: 'The stop time must be later than the start time.' },
  endBeforeStart: { zh: '结束时间必须晚于开始时间', en: 'The end must be later than the start.' },
  startTooLate: { zh: '最多可提前 30 天预约', en: 'A start can be at most 30 days ahead.' },
  notOffered: { zh: '该选项当前不可用', en: 'This isn’t available at the moment.' },
  largerThanNode: {
    zh: '该地域单台实例的数量最多为 {0}，请减少数量',
    en: 'The maximum quantity in this region is {0}.',
  },
  diskTooLarge: {
    zh: '系统盘超过规格包含的容量',
    en: 'The root disk is larger than the machine type includes.',
  },
  idempotencyKey: { zh: '请求缺少有效的 Idempotency-Key', en: 'Idempotency-Key is missing or malformed.' },
} as const satisfies Record<string, Record<'zh' | 'en', string>>;

/** Key of a validation message, used as the message of zod schemas and per field in error details. */
export type ValidationKey = keyof typeof validationMessages;

/** A key and, after colons, the values for its text: `tooLong:63`, `between:1:16`. */
export type ValidationMessage = ValidationKey | `${ValidationKey}:${string}`;

/** Returns the key that a message begins with; undefined for other texts, such as zod's own. */
export function keyOf(message: string): ValidationKey | undefined {
  const [key = ''] = message.split(':');
  return Object.hasOwn(validationMessages, key) ? (key as ValidationKey) : undefined;
}

/** Returns the sentence of a message, or a generic one for other texts. Amounts are in yuan. */
export function validationText(
  message: string,
  language: 'zh' | 'en',
  amountText = (yuan: string) => `¥${yuan}`,
): string {
  const [, ...values] = message.split(':');
  const text = validationMessages[keyOf(message) ?? 'invalid'][language];
  return text.replace(/(¥?)\{(\d)\}/g, (_, isAmount: string, index: string) => {
    const value = values[Number(index)] ?? '';
    return isAmount ? amountText(value) : value;
  });
}
