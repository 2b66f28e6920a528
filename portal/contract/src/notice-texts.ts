/** Texts of notices in each language: what happened, what to do, and by when. Free of zod. */
import type { Language } from './enums.ts';
import type { Notice } from './me.ts';
import { accountNoticeKinds, type NoticeKind } from './notice-kinds.ts';
import { LIMITS_PATH } from './spending.ts';

type NoticeFacts = Pick<
  Notice,
  'kind' | 'workload' | 'apiToken' | 'until' | 'offer' | 'perHour' | 'amount' | 'why'
>;

/** Formats instants and prices for the reader. */
interface NoticeFormat {
  readonly time: (instant: string) => string;
  readonly price: (yuan: string) => string;
}

export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/**
 * The first line is the title. `{name}` is the name of the workload or API token; `{reason}` is a separate sentence with
 * `{why}`, or empty.
 */
type Texts = Readonly<Record<Language, string>>;

const texts: Readonly<Record<NoticeKind, Texts>> = {
  FUNDS_LOW: {
    zh: '余额即将用完\n按当前消费速度，余额预计可使用到 {until}。请及时充值；余额用完后，按量付费和竞价实例会自动停止。',
    en: 'Your balance is running low\nAt your current usage, your balance lasts until about {until}. Add funds before then: when it runs out, on-demand and spot machines are stopped.',
  },
  BALANCE_BELOW: {
    zh: '余额已低于您设置的提醒金额\n请留意余额，按需充值。提醒金额可在“账号设置”中修改或清除。',
    en: 'Your balance is below the amount you set an alert for\nAdd funds if you need more. You can change or clear this amount on your profile page.',
  },
  SPENDING_HOUR: {
    zh: '实例每小时费用已超过限额\n按量付费和竞价实例每小时合计 {perHour}，您设置的限额为 {amount}。如已选择“达到限额时停止实例”，将按启动的先后保留限额之内的实例，其余实例停止，磁盘数据保留；否则实例继续运行。在此期间无法下单或启动会超出限额的实例。限额可在“账号设置”中修改。',
    en: 'Your hourly cost exceeds your limit\nYour on-demand and spot machines cost {perHour} an hour in total; your limit is {amount}. If you chose to stop machines at a limit, those started first keep running as long as they fit, and the others are being stopped with their disks kept; otherwise all keep running. Nothing that would exceed the limit can be ordered or started. Change the limit on your profile page.',
  },
  SPENDING_DAY_NEAR: {
    zh: '今日消费已达限额的 80%\n如已选择“达到限额时停止实例”，消费达到限额后，按量付费和竞价实例将停止。可在“账号设置”中查看消费或修改限额。',
    en: 'Today’s spending is at 80% of your limit\nIf you chose to stop machines at a limit, on-demand and spot machines are stopped when it is reached. See your spending or change the limit on your profile page.',
  },
  SPENDING_DAY: {
    zh: '今日消费已达限额\n如已选择“达到限额时停止实例”，按量付费和竞价实例将停止，磁盘数据保留；{until} 前无法下单或启动实例。如需继续使用，请在“账号设置”中提高限额。',
    en: 'Today’s spending has reached your limit\nIf you chose to stop machines at a limit, on-demand and spot machines are being stopped now and their disks are kept; nothing can be ordered or started until {until}. To continue sooner, raise the limit on your profile page.',
  },
  SPENDING_MONTH_NEAR: {
    zh: '本月消费已达限额的 80%\n如已选择“达到限额时停止实例”，消费达到限额后，按量付费和竞价实例将停止。可在“账号设置”中查看消费或修改限额。',
    en: 'This month’s spending is at 80% of your limit\nIf you chose to stop machines at a limit, on-demand and spot machines are stopped when it is reached. See your spending or change the limit on your profile page.',
  },
  SPENDING_MONTH: {
    zh: '本月消费已达限额\n如已选择“达到限额时停止实例”，按量付费和竞价实例将停止，磁盘数据保留；{until} 前无法下单或启动实例。如需继续使用，请在“账号设置”中提高限额。',
    en: 'This month’s spending has reached your limit\nIf you chose to stop machines at a limit, on-demand and spot machines are being stopped now and their disks are kept; nothing can be ordered or started until {until}. To continue sooner, raise the limit on your profile page.',
  },
  STOPPED_AT_LIMIT: {
    zh: '实例 {name} 因消费达到限额已停止\n实例已按您的设置停止，磁盘数据保留，不会自动启动：每小时费用的限额为 {amount}，先启动的实例优先保留。如需继续使用，请停止其他实例或在“账号设置”中提高限额，然后启动实例。',
    en: '{name} was stopped: spending limit reached\nThe machine was stopped as you chose, and its disk is kept: with the machines started before it, it exceeded your limit of {amount} an hour. It won’t start automatically: stop another machine or raise the limit on your profile page, then start it.',
  },
  NOT_STARTED_AT_LIMIT: {
    zh: '实例 {name} 未能自动启动：会超出每小时费用限额\n启动后，按量付费和竞价实例每小时合计 {perHour}，您设置的限额为 {amount}。停止其他实例或在“账号设置”中提高限额后，实例会自动启动。',
    en: '{name} did not start: it would exceed your hourly limit\nWith it, your on-demand and spot machines would cost {perHour} an hour in total; your limit is {amount}. The machine starts automatically once there is room: stop another one, or raise the limit on your profile page.',
  },
  STOPPED_FOR_FUNDS: {
    zh: '实例 {name} 因余额不足已停止\n磁盘数据保留至 {until}。请在此之前充值；逾期后，实例和磁盘数据将被永久删除。充值后可重新启动实例。',
    en: '{name} was stopped because your balance ran out\nIts disk is kept until {until}. Add funds before then to keep it; after that, the machine and all data on its disk will be permanently deleted.',
  },
  UNFUNDED_DISK: {
    zh: '实例 {name} 的磁盘数据将被删除\n实例因余额不足已停止，磁盘数据保留至 {until}。请在此之前充值；逾期后，实例和磁盘数据将被永久删除，无法恢复。',
    en: 'The disk of {name} will be deleted\nThe machine was stopped because your balance ran out. Add funds before {until}; after that, the machine and all data on its disk will be permanently deleted.',
  },
  STOPPED_DISK: {
    zh: '实例 {name} 的磁盘数据将被删除\n实例已长时间停止，磁盘数据保留至 {until}。如需保留，请在此之前启动实例或充值；逾期后，实例和磁盘数据将被永久删除，无法恢复。',
    en: 'The disk of {name} will be deleted\nThe machine has been stopped for a long time. To keep it, start it or add funds before {until}; after that, the machine and all data on its disk will be permanently deleted.',
  },
  ENDED_DISK: {
    zh: '实例 {name} 的磁盘数据将被删除\n实例的包周期已到期，磁盘数据保留至 {until}。如需取回数据，请在此之前联系客服；充值可延长保留时间。逾期后，实例和磁盘数据将被永久删除，无法恢复。',
    en: 'The disk of {name} will be deleted\nThe machine’s reserved term has ended. If you need the data, contact support before {until}; adding funds extends this time. After that, the machine and all data on its disk will be permanently deleted.',
  },
  DISK_DELETED: {
    zh: '实例 {name} 及其磁盘数据已删除\n磁盘数据的保留期已过，实例和磁盘数据已被永久删除。如需继续使用，请重新创建实例。',
    en: '{name} and its disk were deleted\nThe disk’s retention period has ended. The machine and all data on the disk have been permanently deleted; create a new machine if you need one.',
  },
  TERM_ENDING: {
    zh: '实例 {name} 即将到期\n包周期将于 {until} 到期，届时实例会自动停止。请提前备份数据；如需继续使用，请创建新的实例。',
    en: 'The reserved term of {name} is about to end\nThe term ends on {until}, and the machine is then stopped. Save your data before that; to continue, create a new machine.',
  },
  RESTARTED: {
    zh: '实例 {name} 已自动启动\n充值已到账。按照您的设置，因余额不足停止的实例已自动启动，并按当前价格计费。如不需要，请停止实例，或在“账号设置”中关闭“充值后自动启动”。',
    en: '{name} is starting again\nFunds have been added to your balance. As set in your profile, the machine that was stopped because your balance ran out is starting again at the current price. If you don’t want this, stop it or change the setting in your profile.',
  },
  BACK_IN_STOCK: {
    zh: '{regionName}的 {skuName} 有货了\n您关注的规格现在可以下单。先到先得，到货提醒不会为您保留资源。',
    en: '{skuName} is available in {regionName}\nYou can order it now. First come, first served: an alert reserves nothing.',
  },
  REFUND_OWED: {
    zh: '有一笔退款超出了您的余额\n退还给您的金额超出了余额，超出部分将从您下一次充值或入账的金额中扣除。待扣金额可在“账单”中查看。',
    en: 'A refund exceeded your balance\nThe difference will be deducted the next time funds are added. See Billing for the amount.',
  },
  MAINTENANCE_PLANNED: {
    zh: '实例 {name} 所在节点计划维护\n{reason}实例将于 {until} 停止，请提前保存数据。停止后磁盘数据保留。预计结束时间、之后是否自动启动以及可选操作，请查看实例详情。',
    en: 'Maintenance is planned for the node of {name}\n{reason}The machine will be stopped on {until}. Save your work before then. Its disk is kept. Its page shows when the maintenance should end, whether the machine restarts automatically, and what you can do.',
  },
  MAINTENANCE: {
    zh: '实例 {name} 将因节点维护停止\n{reason}实例将于 {until} 停止，请提前保存数据。停止后磁盘数据保留。实例详情会说明之后是否自动启动；不会自动启动的，请在有资源时手动启动。',
    en: '{name} will be stopped for maintenance\n{reason}The machine will be stopped on {until}. Save your work before then. Its disk is kept. Its page shows whether it restarts automatically; if not, start it when capacity is available.',
  },
  SPOT_INTERRUPTED: {
    zh: '竞价实例 {name} 即将被中断\n资源需要用于其他订单，实例将于 {until} 停止，从现在起不再计费。请立即保存数据；如果您选择了“销毁实例及其磁盘”，请保存到其他位置。',
    en: '{name} is being interrupted\nIts capacity is needed for another order. The machine will be stopped on {until}, and nothing is charged from now on. Save your work now. If you chose to destroy the machine and its disk, save it somewhere else.',
  },
  STOP_WITHDRAWN: {
    zh: '实例 {name} 的停止计划已取消\n原定于 {until} 的停止已取消，实例继续运行，照常计费。',
    en: '{name} won’t be stopped after all\nThe stop announced for {until} was canceled. The machine keeps running and is charged as usual.',
  },
  SCHEDULED_STOP: {
    zh: '实例 {name} 即将定时停止\n按您的设置，实例将于 {until} 停止，请提前保存数据。如需继续使用，请在实例详情中延长 1 小时，或修改定时启停设置。停止后磁盘数据保留。',
    en: '{name} is about to stop as scheduled\nThe machine will be stopped on {until}, as you set. Save your work before then. To keep it running, add an hour on its page, or change its automatic stop and start. Its disk is kept.',
  },
  IDLE_STOP: {
    zh: '实例 {name} 的 GPU 空闲，即将停止\n如果 GPU 继续空闲，实例将于 {until} 按您的设置停止。如需继续使用，请在实例详情中延长 1 小时，或修改定时启停设置。停止后磁盘数据保留。',
    en: '{name} has idle GPUs and is about to stop\nIf the GPUs stay idle, the machine will be stopped on {until}, as you set. To keep it running, add an hour on its page, or change its automatic stop and start. Its disk is kept.',
  },
  MACHINE_FAILED: {
    zh: '实例 {name} 出现故障\n故障原因请查看实例详情。您可以重新启动实例，或联系客服。',
    en: '{name} has failed\nIts page shows the reason. Start it again, or contact support.',
  },
  MACHINE_LOST: {
    zh: '实例 {name} 已丢失\n因平台故障，实例和磁盘数据已无法恢复。订单已关闭，不再计费。如果此前您已自行销毁该实例，请忽略本通知；否则请联系客服。',
    en: '{name} was lost\nAfter a fault on our side, the machine and its disk could not be restored. Its order is closed, and nothing more is billed. If you had destroyed it yourself, ignore this notice; otherwise, contact support.',
  },
  MACHINE_MOVES: {
    zh: '实例 {name} 所在的节点发生故障\n确认实例已不在该节点运行后，会从原有磁盘在其他节点重新启动，无需您操作。内存中的数据会丢失；重新启动前不计费。',
    en: 'The hardware under {name} has failed\nThe machine restarts from its disk on other hardware once it is confirmed to be off. You don’t have to do anything. What was in memory is lost; nothing is billed until it runs again.',
  },
  MACHINE_MOVED: {
    zh: '管理员将实例 {name} 迁移到其他节点\n实例已停止，将在新节点上从原有磁盘自动启动，无需您操作。内存中的数据会丢失；价格不变，重新启动前不计费。原因请查看实例的“动态”页。',
    en: 'An administrator is moving {name} to another node\nThe machine was stopped and will restart there from its disk. You don’t have to do anything. What was in memory is lost; the price stays the same, and nothing is billed until it runs again. See its Activity tab for the reason.',
  },
  NODE_EXPECTED_BACK: {
    zh: '实例 {name} 所在节点的预计恢复时间\n节点预计于 {until} 恢复，届时可重新启动实例。磁盘数据保留，重新启动前不计费。',
    en: 'Expected recovery time for {name}\nThe hardware under it is expected back on {until}. You can start the machine again then. Its disk is kept, and nothing is billed until it runs again.',
  },
  MACHINE_STARTED: {
    zh: '实例 {name} 已启动\n实例已开始运行，每小时费用为 {perHour}，停止后不再计费。如不需要，请停止实例。',
    en: '{name} has started\nThe machine is running and costs {perHour} per hour until it is stopped. Stop it if you don’t need it.',
  },
  ORDER_SOLD_OUT: {
    zh: '实例 {name} 未能创建：资源已售罄\n下单时资源恰好被其他订单占用，费用已全部退回余额。您可以销毁该实例后重新下单，或在下单时选择排队等待。',
    en: '{name} was not created: sold out\nOther orders took the capacity first. What you paid is back in your balance. Destroy the machine, then order again, or choose to wait in the queue.',
  },
  ORDERED_BY_ADMIN: {
    zh: '管理员为您创建了实例 {name}\n费用从您的余额中支付。原因请查看实例的“动态”页；如不需要，请销毁实例。',
    en: 'An administrator created {name} for you\nIt is paid from your balance. See its Activity tab for the reason; destroy it if you don’t need it.',
  },
  STARTED_BY_ADMIN: {
    zh: '管理员启动了实例 {name}\n按量付费和竞价实例在运行期间计费。原因请查看实例的“动态”页；如不需要，请停止实例。',
    en: 'An administrator started {name}\nOn-demand and spot machines are charged while they run. See the machine’s Activity tab for the reason; stop it if you don’t need it.',
  },
  STOPPED_BY_ADMIN: {
    zh: '管理员停止了实例 {name}\n原因请查看实例的“动态”页。磁盘数据保留。',
    en: 'An administrator stopped {name}\nSee its Activity tab for the reason. Its disk is kept.',
  },
  RESTARTED_BY_ADMIN: {
    zh: '管理员重启了实例 {name}\n原因请查看实例的“动态”页。磁盘数据保留。',
    en: 'An administrator restarted {name}\nSee its Activity tab for the reason. Its disk is kept.',
  },
  DESTROYED_BY_ADMIN: {
    zh: '管理员销毁了实例 {name}\n实例和磁盘数据已被永久删除，原因请查看实例的“动态”页。',
    en: 'An administrator destroyed {name}\nThe machine and all data on its disk are permanently deleted. See its Activity tab for the reason.',
  },
  GPU_REPORT_CONFIRMED: {
    zh: '实例 {name} 的 GPU 故障已确认\n故障 GPU 已安排停售维修。停止实例后重新启动，可能分配到其他 GPU。客服回复：{why}',
    en: 'The GPU problem with {name} is confirmed\nThe GPU is being taken out of service for repair. Stopping and starting the machine may give it another one. Our answer: {why}',
  },
  GPU_REPORT_PROVEN: {
    zh: '实例 {name} 的 GPU 故障已由检测证实\n实例释放 GPU 后，平台的检测发现其中有 GPU 未通过，已停售维修。重新启动实例，可能分配到其他 GPU。',
    en: 'A check confirmed the GPU problem with {name}\nA GPU the machine used failed a check after being released, and is out of service until repaired. Starting the machine again may give it another one.',
  },
  GPU_REPORT_REPAIRED: {
    zh: '实例 {name} 上报的 GPU 已修复\n客服回复：{why}',
    en: 'The GPU you reported for {name} has been repaired\nOur answer: {why}',
  },
  GPU_REPORT_DISMISSED: {
    zh: '实例 {name} 的 GPU 未发现故障\n如仍有问题，可再次上报，或联系客服。客服回复：{why}',
    en: 'No fault was found in the GPU of {name}\nIf it still doesn’t work, report it again or contact support. Our answer: {why}',
  },
  GPU_CREDITED: {
    zh: '实例 {name} 的 GPU 故障费用已退还\n从您上报到故障确认期间的费用 {amount} 已退回余额。',
    en: 'You were credited for {name}’s broken GPU\nThe machine’s cost from your report until the fault was confirmed, {amount}, is back in your balance.',
  },
  API_TOKEN_CREATED: {
    zh: '您的账号新增了 API 令牌 {name}\n脚本可以用它代表您调用接口。如非本人操作，请立即在“账号设置”中删除该令牌并修改密码。',
    en: 'The API token {name} was created\nScripts can use it to act on your behalf. If this wasn’t you, delete it on your profile page and change your password immediately.',
  },
  PASSWORD_CHANGED: {
    zh: '您的账号密码已修改\n所有设备已退出登录。如非本人操作，请立即通过“忘记密码”重置密码并联系客服。',
    en: 'Your password was changed\nAll devices were signed out. If this wasn’t you, reset your password immediately and contact support.',
  },
  CONTACT_CHANGED: {
    zh: '您的账号联系方式已更换\n手机号或邮箱已更换，请在“账号设置”中核对。如非本人操作，请立即修改密码并联系客服。',
    en: 'Your contact details were changed\nYour phone number or email address was replaced; see your profile page. If this wasn’t you, change your password immediately and contact support.',
  },
  CONTACT_CHANGED_BY_ADMIN: {
    zh: '管理员更换了您的账号联系方式\n手机号或邮箱已更换，请在“账号设置”中核对。如非您本人申请，请立即联系客服。',
    en: 'An administrator changed your contact details\nYour phone number or email address was replaced; see your profile page. If you didn’t ask for this, contact support immediately.',
  },
  SIGN_ON_LINKED: {
    zh: '您的账号已绑定单点登录\n今后可通过单位账号登录。如非本人操作，请立即在“账号设置”中解除绑定并修改密码。',
    en: 'Single sign-on was linked to your account\nYou can now sign in through your organization. If this wasn’t you, unlink it on your profile page and change your password immediately.',
  },
  SIGN_ON_UNLINKED: {
    zh: '您的账号已解除单点登录绑定\n今后无法再通过单位账号登录。如非本人操作，请立即修改密码并联系客服。',
    en: 'Single sign-on was unlinked from your account\nYou can no longer sign in through your organization. If this wasn’t you, change your password immediately and contact support.',
  },
  SECOND_FACTOR_ON: {
    zh: '您的账号已开启两步验证\n今后登录时还需输入身份验证器中的动态码，其他设备已退出登录。如非本人操作，请立即重置密码并联系客服。',
    en: 'Two-step verification was turned on\nSigning in now also asks for a code from the authenticator app. Other devices were signed out. If this wasn’t you, reset your password immediately and contact support.',
  },
  SECOND_FACTOR_OFF: {
    zh: '您的账号已关闭两步验证\n今后登录不再需要动态码。如非本人操作，请立即修改密码并联系客服。',
    en: 'Two-step verification was turned off\nSigning in no longer asks for a code. If this wasn’t you, change your password immediately and contact support.',
  },
  SECOND_FACTOR_REMOVED: {
    zh: '管理员已解除您账号的两步验证\n今后登录不再需要动态码，您可以在“账号设置”中重新开启。如非您本人申请，请立即修改密码并联系客服。',
    en: 'An administrator removed your two-step verification\nSigning in no longer asks for a code; you can turn it on again on your profile page. If you didn’t ask for this, change your password immediately and contact support.',
  },
  RECOVERY_CODES_RENEWED: {
    zh: '您的恢复码已重新生成\n原有的恢复码已全部失效。如非本人操作，请立即修改密码并联系客服。',
    en: 'Your recovery codes were replaced\nThe previous codes no longer work. If this wasn’t you, change your password immediately and contact support.',
  },
  RECOVERY_CODE_USED: {
    zh: '您的账号使用了一个恢复码\n该恢复码已失效，剩余数量可在“账号设置”中查看。如非本人操作，请立即修改密码，并重新生成恢复码。',
    en: 'A recovery code was used for your account\nIt no longer works; your profile page shows how many are left. If this wasn’t you, change your password immediately and replace your recovery codes.',
  },
};

/** For notices without a time, price or amount: the event has happened, or costs nothing more. */
const shortTexts: Partial<typeof texts> = {
  STOPPED_AT_LIMIT: {
    zh: '实例 {name} 因消费达到限额已停止\n实例已按您的设置停止，磁盘数据保留，不会自动启动。如需继续使用，请在“账号设置”中提高限额后启动实例，或等到下一日或下一月。',
    en: '{name} was stopped: spending limit reached\nThe machine was stopped as you chose, and its disk is kept. It won’t start automatically: raise the limit on your profile page or wait for the next day or month, then start it.',
  },
  MAINTENANCE: {
    zh: '实例 {name} 因节点维护已停止\n{reason}磁盘数据保留。实例详情会说明之后是否自动启动；不会自动启动的，请在有资源时手动启动。',
    en: '{name} was stopped for maintenance\n{reason}Its disk is kept. Its page shows whether it restarts automatically; if not, start it when capacity is available.',
  },
  SPOT_INTERRUPTED: {
    zh: '竞价实例 {name} 已被中断\n资源已用于其他订单。实例已按您下单时的选择停止，或连同磁盘一起销毁。',
    en: '{name} was interrupted\nIts capacity was needed for another order. As you chose when ordering, the machine was stopped or destroyed with its disk.',
  },
  SCHEDULED_STOP: {
    zh: '实例 {name} 已按定时启停设置停止\n您设置的停止时间已到，磁盘数据保留。设置了每周时段的，下一时段开始时自动启动；如需提前使用，请手动启动。',
    en: '{name} was stopped as scheduled\nThe stop time you set was reached. The disk is kept. With weekly hours, the machine starts again when the next ones begin; start it yourself if you need it sooner.',
  },
  IDLE_STOP: {
    zh: '实例 {name} 因 GPU 空闲已停止\nGPU 空闲已达您设置的时长，实例已停止，磁盘数据保留。需要时请手动启动。',
    en: '{name} was stopped because its GPUs were idle\nThe GPUs were idle for as long as you set. The disk is kept; start the machine when you need it.',
  },
  MACHINE_STARTED: {
    zh: '实例 {name} 已启动\n实例已开始运行，费用已包含在包周期内，不再另行收费。',
    en: '{name} has started\nThe machine is running. Its reserved term is paid, so nothing more is charged.',
  },
};

/** For kinds that only a newer version knows. */
const ofNewerVersion: Record<Language, NoticeText> = {
  zh: { title: '您有一条新通知', text: '请刷新页面后查看。' },
  en: { title: 'You have a new notice', text: 'Reload the page to read it.' },
};

/** Returns the text of a notice. */
export function noticeText(told: NoticeFacts, language: Language, format: NoticeFormat): NoticeText {
  const { kind, until, perHour, amount } = told;
  // An open page may be older than the server.
  if (!(kind in texts)) return ofNewerVersion[language];
  const isShort = until === null && perHour === null && amount === null;
  const words = (isShort ? shortTexts[kind] : undefined) ?? texts[kind];
  const values = valuesOf(told, language, format);
  const fill = (line = '') => closedUp(line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  const [title, text] = words[language].split('\n');
  return { title: fill(title), text: fill(text) };
}

function valuesOf(
  { workload, apiToken, until, perHour, amount, why, offer }: NoticeFacts,
  language: Language,
  { time, price }: NoticeFormat,
): Readonly<Record<string, string | null>> {
  return {
    ...offer,
    name: workload ?? apiToken,
    until: until && time(until),
    perHour: perHour && price(perHour),
    amount: amount && price(amount),
    why,
    reason: why && reasonText(why, language),
  };
}

/** Returns the reason as a sentence to precede others. */
function reasonText(why: string, language: Language): string {
  const words = why.replace(/[。.]$/, '');
  return language === 'zh' ? `维护原因：${words}。` : `Reason: ${words}. `;
}

/** Removes the space that only Latin text needs, where a Chinese name or a full-width bracket was filled in. */
function closedUp(text: string): string {
  return text.replaceAll(/(?<=[\p{Script=Han}）]) (?=\p{Script=Han})/gu, '');
}

const aboutAccount: ReadonlySet<NoticeKind> = new Set(accountNoticeKinds);
const aboutMoney: ReadonlySet<NoticeKind> = new Set([
  'FUNDS_LOW',
  'BALANCE_BELOW',
  'STOPPED_FOR_FUNDS',
  'UNFUNDED_DISK',
]);

const aboutLimits: ReadonlySet<NoticeKind> = new Set([
  'SPENDING_HOUR',
  'SPENDING_DAY_NEAR',
  'SPENDING_DAY',
  'SPENDING_MONTH_NEAR',
  'SPENDING_MONTH',
]);

/** The machine no longer has a page. */
const aboutGone: ReadonlySet<NoticeKind> = new Set(['DISK_DELETED', 'MACHINE_LOST']);

/** Returns the portal's page where the user can act on a notice. */
export function noticePath({
  kind,
  workload,
  offer,
}: Pick<NoticeFacts, 'kind' | 'workload' | 'offer'>): string {
  if (offer !== null)
    return `/workloads/create?sku=${encodeURIComponent(offer.sku)}&region=${encodeURIComponent(offer.region)}`;
  if (kind === 'REFUND_OWED' || kind === 'GPU_CREDITED') return '/billing';
  if (kind === 'API_TOKEN_CREATED') return '/profile?tab=api-tokens';
  if (aboutLimits.has(kind)) return LIMITS_PATH;
  if (aboutAccount.has(kind)) return '/profile';
  if (aboutMoney.has(kind) || workload === null) return '/recharge';
  return aboutGone.has(kind) ? '/workloads' : `/workloads/${workload}`;
}
