/** The closed error catalogue: code, HTTP status and the sentence in each language. Free of zod. */
import type { Language } from './enums.ts';

type Texts = Readonly<Record<Language, string>>;

interface CatalogueEntry extends Texts {
  /** Default HTTP status; 0 for errors that only the web client raises. */
  readonly status: number;
}

export const errorCatalogue = {
  INVALID_ARGUMENT: {
    status: 400,
    zh: '请求参数有误，请检查后重试',
    en: 'Some fields aren’t valid. Check them and try again.',
  },
  INVALID_CREDENTIALS: { status: 401, zh: '账号或密码错误', en: 'Wrong account or password.' },
  INVALID_JWT_TOKEN: {
    status: 401,
    zh: '登录已失效，请重新登录',
    en: 'Your session has ended. Sign in again.',
  },
  INVALID_CAPTCHA_TOKEN: {
    status: 400,
    zh: '人机验证未通过，请重试',
    en: 'Human verification failed. Try again.',
  },
  PHONE_NOT_VERIFIED: {
    status: 400,
    zh: '短信验证码错误或已过期',
    en: 'The SMS code is wrong or has expired.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 400,
    zh: '邮箱验证码错误或已过期',
    en: 'The email code is wrong or has expired.',
  },
  USER_DISABLED: {
    status: 403,
    zh: '该账号已被停用，请联系客服',
    en: 'This account is disabled. Contact support.',
  },
  PERMISSION_DENIED: { status: 403, zh: '没有权限执行此操作', en: 'You don’t have permission to do this.' },
  FORBIDDEN: {
    status: 403,
    zh: '当前状态下不允许执行此操作',
    en: 'This isn’t allowed in the current state.',
  },
  NOT_FOUND: { status: 404, zh: '请求的地址不存在', en: 'This address doesn’t exist.' },
  RESOURCE_NOT_FOUND: {
    status: 404,
    zh: '资源不存在或已被删除，请刷新页面',
    en: 'This doesn’t exist or has been deleted. Reload the page.',
  },
  NAME_TAKEN: { status: 409, zh: '名称已被使用', en: 'This name is already taken.' },
  EMAIL_TAKEN: { status: 409, zh: '邮箱已被使用', en: 'This email address is already taken.' },
  PHONE_TAKEN: { status: 409, zh: '手机号已被使用', en: 'This phone number is already taken.' },
  NO_VALID_ORDER: {
    status: 409,
    zh: '没有有效订单，请重新下单',
    en: 'There is no valid order. Place a new order.',
  },
  INSUFFICIENT_FUNDS: {
    status: 402,
    zh: '余额不足，请先充值',
    en: 'Your balance is too low. Add funds first.',
  },
  NOT_IMPLEMENTED: { status: 501, zh: '该功能尚未开通', en: 'This feature isn’t available.' },
  CONFIG_ERROR: {
    status: 500,
    zh: '服务配置有误，请联系客服',
    en: 'The service isn’t configured for this. Contact support.',
  },
  REQUEST_FAILED: { status: 409, zh: '请求失败，请稍后重试', en: 'The request failed. Try again.' },
  INTERNAL: { status: 500, zh: '服务器内部错误，请稍后重试', en: 'Internal server error. Try again later.' },
  SERVER_ERROR: {
    status: 503,
    zh: '服务暂时不可用，请稍后重试',
    en: 'The service is temporarily unavailable. Try again later.',
  },
  NETWORK_ERROR: { status: 0, zh: '网络连接失败，请检查网络', en: 'No connection. Check your network.' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Reasons that refine an error code, each with the HTTP status of its response. */
export const errorReasons = {
  PRICE_CHANGED: {
    status: 409,
    zh: '价格已变动，请确认新价格',
    en: 'The price has changed. Confirm the new price.',
  },
  PRICE_NOT_READY: {
    status: 409,
    zh: '该计费方式暂不可用，请稍后重试或联系客服',
    en: 'This price isn’t available at the moment. Try again later, or contact support.',
  },
  REFUND_CHANGED: {
    status: 409,
    zh: '退款金额已变动，请确认新的金额',
    en: 'The refund has changed. Confirm the new amount.',
  },
  STALE: {
    status: 412,
    zh: '内容已被他人修改，请刷新后重试',
    en: 'Someone else changed this. Reload and try again.',
  },
  TOO_LARGE: { status: 413, zh: '请求内容过大', en: 'The request is too large.' },
  RATE_LIMITED: {
    status: 429,
    zh: '操作过于频繁，请稍后再试',
    en: 'Too many requests. Wait a moment and try again.',
  },
  QUOTA: {
    status: 409,
    zh: '已达到配额上限，请释放部分资源，或联系客服提升配额',
    en: 'You have reached your quota. Free up resources, or contact support for a higher quota.',
  },
  SPENDING_LIMIT: {
    status: 409,
    zh: '超出消费限额，无法下单或启动',
    en: 'This would exceed a spending limit.',
  },
  CUSTOMER_DISABLED: {
    status: 403,
    zh: '该用户已停用，请先启用该用户',
    en: 'The user is inactive. Activate the user first.',
  },
  CUSTOMER_FUNDS: {
    status: 402,
    zh: '该用户的可用余额不足',
    en: 'The user’s available balance is too low.',
  },
  SOLD_OUT: {
    status: 409,
    zh: '资源已售罄，请更换地域或规格',
    en: 'Sold out. Choose another region or machine type.',
  },
  ILLEGAL_TRANSITION: {
    status: 409,
    zh: '当前状态下不允许执行此操作',
    en: 'This isn’t possible in the current state.',
  },
  NO_ROOM_ELSEWHERE: {
    status: 409,
    zh: '该地域的其他节点目前没有可用资源，暂时无法迁移',
    en: 'No other node in the region has room for this instance now, so it can’t move.',
  },
  DISK_ON_NODE: {
    status: 409,
    zh: '实例的磁盘存放在该节点上，无法迁移到其他节点',
    en: 'The instance’s disk is on this node, so it can’t move to another one.',
  },
  NODE_CHOSEN: {
    status: 409,
    zh: '管理员为该实例指定了节点，如需迁移，请联系客服',
    en: 'An administrator chose this instance’s node. Contact support to have it moved.',
  },
  OWN_REQUEST: {
    status: 403,
    zh: '不能审批自己提交的申请，请由其他管理员处理',
    en: 'You can’t decide on your own request. Ask another administrator.',
  },
  AMOUNT_CHANGED: {
    status: 409,
    zh: '可退或可核销的金额已变化，请按最新金额重新操作',
    en: 'The amount that can be refunded or written off has changed. Check it and try again.',
  },
  PASSWORD_CHANGE_REQUIRED: { status: 403, zh: '请先修改密码', en: 'Change your password first.' },
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    zh: '请先开启两步验证',
    en: 'Turn on two-step verification first.',
  },
  SECOND_FACTOR_EXPIRED: {
    status: 401,
    zh: '登录已超时或尝试次数过多，请重新登录',
    en: 'This sign-in timed out or had too many attempts. Sign in again.',
  },
  INVALID_API_TOKEN: {
    status: 401,
    zh: 'API 令牌无效、已过期或已删除，请检查请求或创建新的令牌',
    en: 'The API token is invalid, expired or deleted. Check it or create a new one.',
  },
  READ_ONLY_API_TOKEN: {
    status: 403,
    zh: '该 API 令牌为只读，请使用读写令牌',
    en: 'This API token is read-only. Use one that can read and write.',
  },
  API_TOKEN_NOT_ACCEPTED: {
    status: 403,
    zh: '该操作不支持 API 令牌，请登录控制台操作',
    en: 'API tokens aren’t accepted here. Sign in to the console.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    zh: '该 Idempotency-Key 已用于其他请求，请更换后重试',
    en: 'This Idempotency-Key was used for another request. Use a new one.',
  },
  USERNAME_TAKEN: { status: 409, zh: '用户名已被注册', en: 'This username is already taken.' },
  WORKLOAD_NAME_TAKEN: {
    status: 409,
    zh: '已有同名实例，请换一个名称',
    en: 'An instance with this name already exists. Choose another name.',
  },
  WRONG_USERNAME_OR_PASSWORD: { status: 401, zh: '用户名或密码错误', en: 'Wrong username or password.' },
  FIRST_PASSWORD_EXPIRED: {
    status: 401,
    zh: '初始密码已过期，请联系平台管理员重新生成',
    en: 'This first password has expired. Ask your platform administrator for a new one.',
  },
  EMAIL_UNVERIFIED: {
    status: 400,
    zh: '单位账号的邮箱尚未验证，请验证后重新登录',
    en: 'Verify your email address with your organization, then sign in again.',
  },
  CONSOLE_IN_USE: {
    status: 409,
    zh: '控制台已在其他窗口打开',
    en: 'The console is open in another window.',
  },
  INVITE_CODE_USED: {
    status: 409,
    zh: '邀请码已被使用，无法作废',
    en: 'The invite code has been used and can’t be revoked.',
  },
  IN_USE: { status: 409, zh: '正在使用中，无法删除', en: 'This is in use and can’t be deleted.' },
  SKU_IN_USE: { status: 409, zh: '规格正在使用中，无法删除', en: 'Machine type in use cannot be deleted.' },
  IMAGE_IN_USE: { status: 409, zh: '镜像正在使用中，无法删除', en: 'Image in use cannot be deleted.' },
  GPU_REPORTED: {
    status: 409,
    zh: '该实例的 GPU 故障已上报，正在处理中',
    en: 'This machine’s GPU has already been reported. We’re looking into it.',
  },
  GPUS_NOT_CHECKED: {
    status: 409,
    zh: '该节点所在的地域没有开启 GPU 检测',
    en: 'GPU checks are off in the node’s region.',
  },
  MANAGED_FROM_GIT: {
    status: 409,
    zh: '该资源由 Git 管理，请在 Git 仓库中修改',
    en: 'This is managed from Git. Change it in the Git repository.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorReason = keyof typeof errorReasons;
export const errorReasonNames = Object.keys(errorReasons) as ErrorReason[];

/** Returns the sentence shown for an error: the reason's if given, otherwise the code's. */
export function errorText(code: ErrorCode, language: Language, reason?: ErrorReason): string {
  return reason ? errorReasons[reason][language] : errorCatalogue[code][language];
}
