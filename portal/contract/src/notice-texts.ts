/** What notices say, in each language: what happened, what to do, until when. Free of zod. */
import type { Language } from './enums.ts';
import { accountNoticeKinds, type NoticeKind } from './notice-kinds.ts';
import { LIMITS_PATH } from './spending.ts';

interface Told {
  readonly kind: NoticeKind;
  /** The name of the workload that it is about. */
  readonly workload: string | null;
  /** The name of the API token that it is about. */
  readonly apiToken: string | null;
  /** RFC 3339. */
  readonly until: string | null;
  /** What can be had again. */
  readonly offer: Offer | null;
  /** In yuan: what the machine costs for an hour, or of a limit what all that run cost; null where a term is paid, and of other kinds. */
  readonly perHour: string | null;
  /** In yuan: what the customer got, or the limit of the hour; null of other kinds. */
  readonly amount: string | null;
  /** An operator's own words. */
  readonly why: string | null;
}

/** How instants and prices are written for the reader. */
interface NoticeFormat {
  readonly time: (instant: string) => string;
  readonly price: (yuan: string) => string;
}

interface Offer {
  readonly sku: string;
  readonly region: string;
  readonly skuName: string;
  readonly regionName: string;
}

export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** All of it as the reader reads it; empty where there is none. */
interface More extends Pick<Offer, 'skuName' | 'regionName'> {
  readonly perHour: string;
  readonly amount: string;
  readonly why: string;
}

/** A reason as a sentence of its own, before others; empty where there is none. */
function inChinese(why: string): string {
  return why && `维护原因：${why.replace(/[。.]$/, '')}。`;
}

function inEnglish(why: string): string {
  return why && `Reason: ${why.replace(/[。.]$/, '')}. `;
}

/** `name` is that of the workload or API token. */
type Words = (name: string, until: string, more: More) => NoticeText;

const texts: Readonly<Record<NoticeKind, Readonly<Record<Language, Words>>>> = {
  FUNDS_LOW: {
    zh: (_, until) => ({
      title: '余额即将用完',
      text: `按当前消费速度，余额预计可使用到 ${until}。请及时充值；余额用完后，按量付费和竞价实例会自动停止。`,
    }),
    en: (_, until) => ({
      title: 'Your balance is running low',
      text: `At your current usage, your balance lasts until about ${until}. Add funds before then: when it runs out, on-demand and spot machines are stopped.`,
    }),
  },
  BALANCE_BELOW: {
    zh: () => ({
      title: '余额已低于您设置的提醒金额',
      text: '请留意余额，按需充值。提醒金额可在“账号设置”中修改或清除。',
    }),
    en: () => ({
      title: 'Your balance is below the amount you set an alert for',
      text: 'Add funds if you need more. You can change or clear this amount on your profile page.',
    }),
  },
  SPENDING_HOUR: {
    zh: (_, __, { perHour, amount }) => ({
      title: '实例每小时费用已超过限额',
      text: `按量付费和竞价实例每小时合计 ${perHour}，您设置的限额为 ${amount}。如已选择“达到限额时停止实例”，将按启动的先后保留限额之内的实例，其余实例停止，磁盘数据保留；否则实例继续运行。在此期间无法下单或启动会超出限额的实例。限额可在“账号设置”中修改。`,
    }),
    en: (_, __, { perHour, amount }) => ({
      title: 'Your machines cost more an hour than your limit',
      text: `Your on-demand and spot machines cost ${perHour} an hour together; your limit is ${amount}. If you chose to stop machines at a limit, those that were started first are kept as far as they fit, the others are being stopped and their disks are kept; otherwise they run on. Meanwhile nothing is ordered or started that would go beyond it. Change the limit on your profile page.`,
    }),
  },
  SPENDING_DAY_NEAR: {
    zh: () => ({
      title: '今日消费已达限额的 80%',
      text: '如已选择“达到限额时停止实例”，消费达到限额后，按量付费和竞价实例将停止。可在“账号设置”中查看消费或修改限额。',
    }),
    en: () => ({
      title: 'Today’s spending is at 80% of your limit',
      text: 'If you chose to stop machines at a limit, on-demand and spot machines are stopped when it is reached. See what is spent, or change the limit, on your profile page.',
    }),
  },
  SPENDING_DAY: {
    zh: (_, until) => ({
      title: '今日消费已达限额',
      text: `如已选择“达到限额时停止实例”，按量付费和竞价实例将停止，磁盘数据保留；${until} 前无法下单或启动实例。如需继续使用，请在“账号设置”中提高限额。`,
    }),
    en: (_, until) => ({
      title: 'Today’s spending has reached your limit',
      text: `If you chose to stop machines at a limit, on-demand and spot machines are being stopped now and their disks are kept; nothing can be ordered or started until ${until}. To go on before that, raise the limit on your profile page.`,
    }),
  },
  SPENDING_MONTH_NEAR: {
    zh: () => ({
      title: '本月消费已达限额的 80%',
      text: '如已选择“达到限额时停止实例”，消费达到限额后，按量付费和竞价实例将停止。可在“账号设置”中查看消费或修改限额。',
    }),
    en: () => ({
      title: 'This month’s spending is at 80% of your limit',
      text: 'If you chose to stop machines at a limit, on-demand and spot machines are stopped when it is reached. See what is spent, or change the limit, on your profile page.',
    }),
  },
  SPENDING_MONTH: {
    zh: (_, until) => ({
      title: '本月消费已达限额',
      text: `如已选择“达到限额时停止实例”，按量付费和竞价实例将停止，磁盘数据保留；${until} 前无法下单或启动实例。如需继续使用，请在“账号设置”中提高限额。`,
    }),
    en: (_, until) => ({
      title: 'This month’s spending has reached your limit',
      text: `If you chose to stop machines at a limit, on-demand and spot machines are being stopped now and their disks are kept; nothing can be ordered or started until ${until}. To go on before that, raise the limit on your profile page.`,
    }),
  },
  STOPPED_AT_LIMIT: {
    zh: (workload, _, { amount }) => ({
      title: `实例 ${workload} 因消费达到限额已停止`,
      text: amount
        ? `实例已按您的设置停止，磁盘数据保留，不会自动启动：每小时费用的限额为 ${amount}，先启动的实例优先保留。如需继续使用，请停止其他实例或在“账号设置”中提高限额，然后启动实例。`
        : '实例已按您的设置停止，磁盘数据保留，不会自动启动。如需继续使用，请在“账号设置”中提高限额后启动实例，或等到下一日或下一月。',
    }),
    en: (workload, _, { amount }) => ({
      title: `${workload} was stopped: spending limit reached`,
      text: amount
        ? `The machine was stopped as you chose, and its disk is kept: it did not fit into your limit of ${amount} an hour beside machines that were started before it. It does not start by itself: stop another machine or raise the limit on your profile page, then start it.`
        : 'The machine was stopped as you chose, and its disk is kept. It does not start by itself: raise the limit on your profile page or wait for the next day or month, then start it.',
    }),
  },
  NOT_STARTED_AT_LIMIT: {
    zh: (workload, _, { perHour, amount }) => ({
      title: `实例 ${workload} 未能自动启动：会超出每小时费用限额`,
      text: `启动后，按量付费和竞价实例每小时合计 ${perHour}，您设置的限额为 ${amount}。停止其他实例或在“账号设置”中提高限额后，实例会自动启动。`,
    }),
    en: (workload, _, { perHour, amount }) => ({
      title: `${workload} did not start: it would go beyond your limit for an hour`,
      text: `With it, your on-demand and spot machines would cost ${perHour} an hour together; your limit is ${amount}. The machine starts by itself once there is room: stop another one, or raise the limit on your profile page.`,
    }),
  },
  STOPPED_FOR_FUNDS: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 因余额不足已停止`,
      text: `磁盘数据保留至 ${until}。请在此之前充值；逾期后，实例和磁盘数据将被永久删除。充值后可重新启动实例。`,
    }),
    en: (workload, until) => ({
      title: `${workload} was stopped because your balance ran out`,
      text: `Its disk is kept until ${until}. Add funds before then to keep it; after that, the machine and all data on its disk will be permanently deleted.`,
    }),
  },
  UNFUNDED_DISK: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 的磁盘数据将被删除`,
      text: `实例因余额不足已停止，磁盘数据保留至 ${until}。请在此之前充值；逾期后，实例和磁盘数据将被永久删除，无法恢复。`,
    }),
    en: (workload, until) => ({
      title: `The disk of ${workload} will be deleted`,
      text: `The machine was stopped because your balance ran out. Add funds before ${until}; after that, the machine and all data on its disk will be permanently deleted.`,
    }),
  },
  STOPPED_DISK: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 的磁盘数据将被删除`,
      text: `实例已长时间停止，磁盘数据保留至 ${until}。如需保留，请在此之前启动实例或充值；逾期后，实例和磁盘数据将被永久删除，无法恢复。`,
    }),
    en: (workload, until) => ({
      title: `The disk of ${workload} will be deleted`,
      text: `The machine has been stopped for a long time. To keep it, start it or add funds before ${until}; after that, the machine and all data on its disk will be permanently deleted.`,
    }),
  },
  ENDED_DISK: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 的磁盘数据将被删除`,
      text: `实例的包周期已到期，磁盘数据保留至 ${until}。如需取回数据，请在此之前联系客服；充值可延长保留时间。逾期后，实例和磁盘数据将被永久删除，无法恢复。`,
    }),
    en: (workload, until) => ({
      title: `The disk of ${workload} will be deleted`,
      text: `The machine’s reserved term has ended. If you need the data, contact support before ${until}; adding funds extends this time. After that, the machine and all data on its disk will be permanently deleted.`,
    }),
  },
  DISK_DELETED: {
    zh: (workload) => ({
      title: `实例 ${workload} 及其磁盘数据已删除`,
      text: '磁盘数据的保留期已过，实例和磁盘数据已被永久删除。如需继续使用，请重新创建实例。',
    }),
    en: (workload) => ({
      title: `${workload} and its disk were deleted`,
      text: 'The disk’s retention period has ended. The machine and all data on the disk have been permanently deleted; create a new machine if you need one.',
    }),
  },
  TERM_ENDING: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 即将到期`,
      text: `包周期将于 ${until} 到期，届时实例会自动停止。请提前备份数据；如需继续使用，请创建新的实例。`,
    }),
    en: (workload, until) => ({
      title: `The reserved term of ${workload} is about to end`,
      text: `The term ends on ${until}, and the machine is then stopped. Save your data before that; to continue, create a new machine.`,
    }),
  },
  RESTARTED: {
    zh: (workload) => ({
      title: `实例 ${workload} 已自动启动`,
      text: '充值已到账。按照您的设置，因余额不足停止的实例已自动启动，并按当前价格计费。如不需要，请停止实例，或在“账号设置”中关闭“充值后自动启动”。',
    }),
    en: (workload) => ({
      title: `${workload} is starting again`,
      text: 'Funds have been added to your balance. As set in your profile, the machine that was stopped because your balance ran out is starting again at the current price. If you don’t want this, stop it or change the setting in your profile.',
    }),
  },
  BACK_IN_STOCK: {
    zh: (_, __, { skuName, regionName }) => ({
      title: `${regionName}的 ${skuName} 有货了`,
      text: '您关注的规格现在可以下单。先到先得，到货提醒不会为您保留资源。',
    }),
    en: (_, __, { skuName, regionName }) => ({
      title: `${skuName} is available in ${regionName}`,
      text: 'You can order it now. First come, first served: an alert reserves nothing.',
    }),
  },
  REFUND_OWED: {
    zh: () => ({
      title: '有一笔退款超出了您的余额',
      text: '退还给您的金额超出了余额，超出部分将从您下一次充值或入账的金额中扣除。待扣金额可在“账单”中查看。',
    }),
    en: () => ({
      title: 'A refund exceeded your balance',
      text: 'The difference will be deducted the next time funds are added. Billing shows how much that is.',
    }),
  },
  MAINTENANCE_PLANNED: {
    zh: (workload, until, { why }) => ({
      title: `实例 ${workload} 所在节点计划维护`,
      text: `${inChinese(why)}实例将于 ${until} 停止，请提前保存数据。停止后磁盘数据保留。预计结束时间、之后是否自动启动以及可选操作，请查看实例详情。`,
    }),
    en: (workload, until, { why }) => ({
      title: `Maintenance is planned for the node of ${workload}`,
      text: `${inEnglish(why)}The machine will be stopped on ${until}. Save your work before then. Its disk is kept. Its page shows when the maintenance should end, whether the machine starts again by itself, and what you can do.`,
    }),
  },
  MAINTENANCE: {
    zh: (workload, until, { why }) =>
      until === ''
        ? {
            title: `实例 ${workload} 因节点维护已停止`,
            text: `${inChinese(why)}磁盘数据保留。实例详情会说明之后是否自动启动；不会自动启动的，请在有资源时手动启动。`,
          }
        : {
            title: `实例 ${workload} 将因节点维护停止`,
            text: `${inChinese(why)}实例将于 ${until} 停止，请提前保存数据。停止后磁盘数据保留。实例详情会说明之后是否自动启动；不会自动启动的，请在有资源时手动启动。`,
          },
    en: (workload, until, { why }) =>
      until === ''
        ? {
            title: `${workload} was stopped for maintenance`,
            text: `${inEnglish(why)}Its disk is kept. Its page shows whether it starts again by itself; if not, start it when capacity is available.`,
          }
        : {
            title: `${workload} will be stopped for maintenance`,
            text: `${inEnglish(why)}The machine will be stopped on ${until}. Save your work before then. Its disk is kept. Its page shows whether it starts again by itself; if not, start it when capacity is available.`,
          },
  },
  SPOT_INTERRUPTED: {
    zh: (workload, until) =>
      until === ''
        ? {
            title: `竞价实例 ${workload} 已被中断`,
            text: '资源已用于其他订单。实例已按您下单时的选择停止，或连同磁盘一起销毁。',
          }
        : {
            title: `竞价实例 ${workload} 即将被中断`,
            text: `资源需要用于其他订单，实例将于 ${until} 停止，从现在起不再计费。请立即保存数据；如果您选择了“销毁实例及其磁盘”，请保存到其他位置。`,
          },
    en: (workload, until) =>
      until === ''
        ? {
            title: `${workload} was interrupted`,
            text: 'Its capacity was needed for another order. As you chose when ordering, the machine was stopped or destroyed with its disk.',
          }
        : {
            title: `${workload} is being interrupted`,
            text: `Its capacity is needed for another order. The machine will be stopped on ${until}, and nothing is charged from now on. Save your work now. If you chose to destroy the machine and its disk, save it somewhere else.`,
          },
  },
  STOP_WITHDRAWN: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 的停止计划已取消`,
      text: `原定于 ${until} 的停止已取消，实例继续运行，照常计费。`,
    }),
    en: (workload, until) => ({
      title: `${workload} won’t be stopped after all`,
      text: `The stop announced for ${until} was canceled. The machine keeps running and is charged as usual.`,
    }),
  },
  SCHEDULED_STOP: {
    zh: (workload, until) =>
      until === ''
        ? {
            title: `实例 ${workload} 已按定时启停设置停止`,
            text: '您设置的停止时间已到，磁盘数据保留。设置了每周时段的，下一时段开始时自动启动；如需提前使用，请手动启动。',
          }
        : {
            title: `实例 ${workload} 即将定时停止`,
            text: `按您的设置，实例将于 ${until} 停止，请提前保存数据。如需继续使用，请在实例详情中延长 1 小时，或修改定时启停设置。停止后磁盘数据保留。`,
          },
    en: (workload, until) =>
      until === ''
        ? {
            title: `${workload} was stopped as scheduled`,
            text: 'The stop time that you set has come. The disk is kept. Weekly hours start the machine again when the next ones begin; start it yourself if you need it before that.',
          }
        : {
            title: `${workload} is about to stop as scheduled`,
            text: `As you set, the machine will be stopped on ${until}. Save your work before then. To keep it running, add one more hour on its page, or change its automatic stop and start. Its disk is kept.`,
          },
  },
  IDLE_STOP: {
    zh: (workload, until) =>
      until === ''
        ? {
            title: `实例 ${workload} 因 GPU 空闲已停止`,
            text: 'GPU 空闲已达您设置的时长，实例已停止，磁盘数据保留。需要时请手动启动。',
          }
        : {
            title: `实例 ${workload} 的 GPU 空闲，即将停止`,
            text: `如果 GPU 继续空闲，实例将于 ${until} 按您的设置停止。如需继续使用，请在实例详情中延长 1 小时，或修改定时启停设置。停止后磁盘数据保留。`,
          },
    en: (workload, until) =>
      until === ''
        ? {
            title: `${workload} was stopped because its GPUs were idle`,
            text: 'The GPUs were idle for as long as you set. The disk is kept; start the machine when you need it.',
          }
        : {
            title: `${workload} has idle GPUs and is about to stop`,
            text: `If the GPUs stay idle, the machine will be stopped on ${until}, as you set. To keep it running, add one more hour on its page, or change its automatic stop and start. Its disk is kept.`,
          },
  },
  MACHINE_FAILED: {
    zh: (workload) => ({
      title: `实例 ${workload} 出现故障`,
      text: '故障原因请查看实例详情。您可以重新启动实例，或联系客服。',
    }),
    en: (workload) => ({
      title: `${workload} has failed`,
      text: 'Its page shows the reason. Start it again, or contact support.',
    }),
  },
  MACHINE_LOST: {
    zh: (workload) => ({
      title: `实例 ${workload} 已丢失`,
      text: '因平台故障，实例和磁盘数据已无法恢复。订单已关闭，不再计费。如果此前您已自行销毁该实例，请忽略本通知；否则请联系客服。',
    }),
    en: (workload) => ({
      title: `${workload} was lost`,
      text: 'After a fault on our side, the machine and its disk could not be restored. Its order is closed, and nothing more is billed. If you had destroyed it yourself, ignore this notice; otherwise, contact support.',
    }),
  },
  MACHINE_MOVES: {
    zh: (workload) => ({
      title: `实例 ${workload} 所在的节点发生故障`,
      text: '确认实例已不在该节点运行后，会从原有磁盘在其他节点重新启动，无需您操作。内存中的数据会丢失；重新启动前不计费。',
    }),
    en: (workload) => ({
      title: `The hardware under ${workload} has failed`,
      text: 'The machine starts again on other hardware, from its disk, as soon as it is certain that it no longer runs there. You don’t have to do anything. What was in memory is lost; until it runs again, nothing is billed.',
    }),
  },
  MACHINE_MOVED: {
    zh: (workload) => ({
      title: `管理员将实例 ${workload} 迁移到其他节点`,
      text: '实例已停止，将在新节点上从原有磁盘自动启动，无需您操作。内存中的数据会丢失；价格不变，重新启动前不计费。原因请查看实例的“动态”页。',
    }),
    en: (workload) => ({
      title: `An administrator is moving ${workload} to another node`,
      text: 'The machine was stopped and starts again there from its disk. You don’t have to do anything. What was in memory is lost; the price stays the same, and until it runs again, nothing is billed. See its Activity tab for the reason.',
    }),
  },
  NODE_EXPECTED_BACK: {
    zh: (workload, until) => ({
      title: `实例 ${workload} 所在节点的预计恢复时间`,
      text: `节点预计于 ${until} 恢复，届时可重新启动实例。磁盘数据保留，重新启动前不计费。`,
    }),
    en: (workload, until) => ({
      title: `When the hardware under ${workload} is expected back`,
      text: `It is expected back on ${until}. You can start the machine again then. Its disk is kept, and until it runs again, nothing is billed.`,
    }),
  },
  MACHINE_STARTED: {
    zh: (workload, _, { perHour }) => ({
      title: `实例 ${workload} 已启动`,
      text:
        perHour === ''
          ? '实例已开始运行，费用已包含在包周期内，不再另行收费。'
          : `实例已开始运行，每小时费用为 ${perHour}，停止后不再计费。如不需要，请停止实例。`,
    }),
    en: (workload, _, { perHour }) => ({
      title: `${workload} has started`,
      text:
        perHour === ''
          ? 'The machine is running. Its reserved term is paid, so nothing more is charged.'
          : `The machine is running and costs ${perHour} per hour until it is stopped. Stop it if you don’t need it.`,
    }),
  },
  ORDER_SOLD_OUT: {
    zh: (workload) => ({
      title: `实例 ${workload} 未能创建：资源已售罄`,
      text: '下单时资源恰好被其他订单占用，费用已全部退回余额。您可以销毁该实例后重新下单，或在下单时选择排队等待。',
    }),
    en: (workload) => ({
      title: `${workload} was not created: sold out`,
      text: 'Other orders took the capacity first. Everything you paid for this one is back in your balance. Destroy the machine, then order again, or let the new order wait in the queue.',
    }),
  },
  ORDERED_BY_ADMIN: {
    zh: (workload) => ({
      title: `管理员为您创建了实例 ${workload}`,
      text: '费用从您的余额中支付。原因请查看实例的“动态”页；如不需要，请销毁实例。',
    }),
    en: (workload) => ({
      title: `An administrator created ${workload} for you`,
      text: 'It is paid from your balance. See its Activity tab for the reason; destroy it if you don’t need it.',
    }),
  },
  STARTED_BY_ADMIN: {
    zh: (workload) => ({
      title: `管理员启动了实例 ${workload}`,
      text: '按量付费和竞价实例在运行期间计费。原因请查看实例的“动态”页；如不需要，请停止实例。',
    }),
    en: (workload) => ({
      title: `An administrator started ${workload}`,
      text: 'On-demand and spot machines are charged while they run. See the machine’s Activity tab for the reason; stop it if you don’t need it.',
    }),
  },
  STOPPED_BY_ADMIN: {
    zh: (workload) => ({
      title: `管理员停止了实例 ${workload}`,
      text: '原因请查看实例的“动态”页。磁盘数据保留。',
    }),
    en: (workload) => ({
      title: `An administrator stopped ${workload}`,
      text: 'See its Activity tab for the reason. Its disk is kept.',
    }),
  },
  RESTARTED_BY_ADMIN: {
    zh: (workload) => ({
      title: `管理员重启了实例 ${workload}`,
      text: '原因请查看实例的“动态”页。磁盘数据保留。',
    }),
    en: (workload) => ({
      title: `An administrator restarted ${workload}`,
      text: 'See its Activity tab for the reason. Its disk is kept.',
    }),
  },
  DESTROYED_BY_ADMIN: {
    zh: (workload) => ({
      title: `管理员销毁了实例 ${workload}`,
      text: '实例和磁盘数据已被永久删除，原因请查看实例的“动态”页。',
    }),
    en: (workload) => ({
      title: `An administrator destroyed ${workload}`,
      text: 'The machine and all data on its disk are permanently deleted. See its Activity tab for the reason.',
    }),
  },
  GPU_REPORT_CONFIRMED: {
    zh: (workload, _, { why }) => ({
      title: `实例 ${workload} 的 GPU 故障已确认`,
      text: `故障 GPU 已安排停售维修。停止实例后重新启动，可能分配到其他 GPU。客服回复：${why}`,
    }),
    en: (workload, _, { why }) => ({
      title: `The GPU problem of ${workload} is confirmed`,
      text: `The GPU is being taken out of sale for repair. Stopping and starting the machine may give it another one. Our answer: ${why}`,
    }),
  },
  GPU_REPORT_PROVEN: {
    zh: (workload) => ({
      title: `实例 ${workload} 的 GPU 故障已由检测证实`,
      text: '实例释放 GPU 后，平台的检测发现其中有 GPU 未通过，已停售维修。重新启动实例，可能分配到其他 GPU。',
    }),
    en: (workload) => ({
      title: `The GPU problem of ${workload} is confirmed by a check`,
      text: 'A GPU that the machine had failed a check after the machine left it, and is out of sale until it is repaired. Starting the machine again may give it another one.',
    }),
  },
  GPU_REPORT_REPAIRED: {
    zh: (workload, _, { why }) => ({
      title: `实例 ${workload} 上报的 GPU 已修复`,
      text: `客服回复：${why}`,
    }),
    en: (workload, _, { why }) => ({
      title: `The GPU that you reported for ${workload} is repaired`,
      text: `Our answer: ${why}`,
    }),
  },
  GPU_REPORT_DISMISSED: {
    zh: (workload, _, { why }) => ({
      title: `实例 ${workload} 的 GPU 未发现故障`,
      text: `如仍有问题，可再次上报，或联系客服。客服回复：${why}`,
    }),
    en: (workload, _, { why }) => ({
      title: `No fault was found in the GPU of ${workload}`,
      text: `If it still doesn’t work, report it again or contact support. Our answer: ${why}`,
    }),
  },
  GPU_CREDITED: {
    zh: (workload, _, { amount }) => ({
      title: `实例 ${workload} 的 GPU 故障费用已退还`,
      text: `从您上报到故障确认期间的费用 ${amount} 已退回余额。`,
    }),
    en: (workload, _, { amount }) => ({
      title: `You were credited for the broken GPU of ${workload}`,
      text: `${amount}, what the machine cost from your report until the fault was confirmed, is back in your balance.`,
    }),
  },
  API_TOKEN_CREATED: {
    zh: (name) => ({
      title: `您的账号新增了 API 令牌 ${name}`,
      text: '脚本可以用它代表您调用接口。如非本人操作，请立即在“账号设置”中删除该令牌并修改密码。',
    }),
    en: (name) => ({
      title: `The API token ${name} was created`,
      text: 'Scripts can use it to act on your behalf. If this wasn’t you, delete it on your profile page and change your password immediately.',
    }),
  },
  PASSWORD_CHANGED: {
    zh: () => ({
      title: '您的账号密码已修改',
      text: '所有设备已退出登录。如非本人操作，请立即通过“忘记密码”重置密码并联系客服。',
    }),
    en: () => ({
      title: 'Your password was changed',
      text: 'All devices were signed out. If this wasn’t you, reset your password immediately and contact support.',
    }),
  },
  CONTACT_CHANGED: {
    zh: () => ({
      title: '您的账号联系方式已更换',
      text: '手机号或邮箱已更换，请在“账号设置”中核对。如非本人操作，请立即修改密码并联系客服。',
    }),
    en: () => ({
      title: 'Your contact details were changed',
      text: 'Your phone number or email address was replaced; see your profile page. If this wasn’t you, change your password immediately and contact support.',
    }),
  },
  CONTACT_CHANGED_BY_ADMIN: {
    zh: () => ({
      title: '管理员更换了您的账号联系方式',
      text: '手机号或邮箱已更换，请在“账号设置”中核对。如非您本人申请，请立即联系客服。',
    }),
    en: () => ({
      title: 'An administrator changed your contact details',
      text: 'Your phone number or email address was replaced; see your profile page. If you didn’t ask for this, contact support immediately.',
    }),
  },
  SIGN_ON_LINKED: {
    zh: () => ({
      title: '您的账号已绑定单点登录',
      text: '今后可通过单位账号登录。如非本人操作，请立即在“账号设置”中解除绑定并修改密码。',
    }),
    en: () => ({
      title: 'Single sign-on was linked to your account',
      text: 'You can now sign in through your organization. If this wasn’t you, unlink it on your profile page and change your password immediately.',
    }),
  },
  SIGN_ON_UNLINKED: {
    zh: () => ({
      title: '您的账号已解除单点登录绑定',
      text: '今后无法再通过单位账号登录。如非本人操作，请立即修改密码并联系客服。',
    }),
    en: () => ({
      title: 'Single sign-on was unlinked from your account',
      text: 'You can no longer sign in through your organization. If this wasn’t you, change your password immediately and contact support.',
    }),
  },
  SECOND_FACTOR_ON: {
    zh: () => ({
      title: '您的账号已开启两步验证',
      text: '今后登录时还需输入身份验证器中的动态码，其他设备已退出登录。如非本人操作，请立即重置密码并联系客服。',
    }),
    en: () => ({
      title: 'Two-step verification was turned on',
      text: 'Signing in now also asks for a code from the authenticator app. Other devices were signed out. If this wasn’t you, reset your password immediately and contact support.',
    }),
  },
  SECOND_FACTOR_OFF: {
    zh: () => ({
      title: '您的账号已关闭两步验证',
      text: '今后登录不再需要动态码。如非本人操作，请立即修改密码并联系客服。',
    }),
    en: () => ({
      title: 'Two-step verification was turned off',
      text: 'Signing in no longer asks for a code. If this wasn’t you, change your password immediately and contact support.',
    }),
  },
  SECOND_FACTOR_REMOVED: {
    zh: () => ({
      title: '管理员已解除您账号的两步验证',
      text: '今后登录不再需要动态码，您可以在“账号设置”中重新开启。如非您本人申请，请立即修改密码并联系客服。',
    }),
    en: () => ({
      title: 'An administrator removed your two-step verification',
      text: 'Signing in no longer asks for a code; you can turn it on again on your profile page. If you didn’t ask for this, change your password immediately and contact support.',
    }),
  },
  RECOVERY_CODES_RENEWED: {
    zh: () => ({
      title: '您的恢复码已重新生成',
      text: '原有的恢复码已全部失效。如非本人操作，请立即修改密码并联系客服。',
    }),
    en: () => ({
      title: 'Your recovery codes were replaced',
      text: 'The previous codes no longer work. If this wasn’t you, change your password immediately and contact support.',
    }),
  },
  RECOVERY_CODE_USED: {
    zh: () => ({
      title: '您的账号使用了一个恢复码',
      text: '该恢复码已失效，剩余数量可在“账号设置”中查看。如非本人操作，请立即修改密码，并重新生成恢复码。',
    }),
    en: () => ({
      title: 'A recovery code was used for your account',
      text: 'It no longer works; your profile page shows how many are left. If this wasn’t you, change your password immediately and replace your recovery codes.',
    }),
  },
};

/** Of a kind that only a newer version has words for. */
const ofNewerVersion: Record<Language, NoticeText> = {
  zh: { title: '您有一条新通知', text: '请刷新页面后查看。' },
  en: { title: 'You have a new notice', text: 'Reload the page to read it.' },
};

/** The text of a notice. */
export function noticeText(
  { kind, workload, apiToken, until, offer, perHour, amount, why }: Told,
  language: Language,
  { time, price }: NoticeFormat,
): NoticeText {
  const { skuName, regionName } = offer ?? { skuName: '', regionName: '' };
  // An open page may be older than the server that it reads from.
  if (!(kind in texts)) return ofNewerVersion[language];
  const { title, text } = texts[kind][language](
    workload ?? apiToken ?? '',
    until === null ? '' : time(until),
    {
      ...{ skuName, regionName, why: why ?? '' },
      ...{ perHour: perHour === null ? '' : price(perHour), amount: amount === null ? '' : price(amount) },
    },
  );
  return { title: closedUp(title), text: closedUp(text) };
}

/** Without the space that a name in Latin letters would have, where a Chinese one or a full-width bracket stands. */
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

/** The machine has no page any more. */
const aboutGone: ReadonlySet<NoticeKind> = new Set(['DISK_DELETED', 'MACHINE_LOST']);

/** The page of the portal where something can be done about it. */
export function noticePath({ kind, workload, offer }: Pick<Told, 'kind' | 'workload' | 'offer'>): string {
  if (offer !== null)
    return `/workloads/create?sku=${encodeURIComponent(offer.sku)}&region=${encodeURIComponent(offer.region)}`;
  if (kind === 'REFUND_OWED' || kind === 'GPU_CREDITED') return '/billing';
  if (kind === 'API_TOKEN_CREATED') return '/profile?tab=api-tokens';
  if (aboutLimits.has(kind)) return LIMITS_PATH;
  if (aboutAccount.has(kind)) return '/profile';
  if (aboutMoney.has(kind) || workload === null) return '/recharge';
  return aboutGone.has(kind) ? '/workloads' : `/workloads/${workload}`;
}
