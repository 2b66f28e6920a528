/** Every closed set of values on the wire, spelt as the product spells them. Free of zod, so any bundle may use it. */

export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

export const workloadStatuses = [
  'PENDING',
  'SCHEDULED',
  'STARTING',
  'RUNNING',
  'STOPPING',
  'STOPPED',
  'FAILED',
  'DESTROYING',
  'DESTROYED',
] as const;
export type WorkloadStatus = (typeof workloadStatuses)[number];

export const workloadActions = ['start', 'stop', 'restart', 'move', 'destroy', 'schedule'] as const;
export type WorkloadAction = (typeof workloadActions)[number];

export const workloadTypes = ['VIRTUAL_MACHINE'] as const;

/** The two ways to look at a machine from within the portal: its serial line, and its screen. */
export const consoleKinds = ['SERIAL', 'VNC'] as const;
export type ConsoleKind = (typeof consoleKinds)[number];

export const resumeModes = ['MANUAL', 'AUTOMATIC'] as const;

/** What becomes of a machine whose node is lost. */
export const nodeLossChoices = ['WAIT', 'MOVE_IF_POSSIBLE'] as const;

/** What becomes of an order for what is sold out. */
export const soldOutChoices = ['REFUSE', 'WAIT'] as const;

/** What is counted against a quota of its own. */
export const quotaKinds = ['workloads', 'gpus', 'storage', 'ports', 'startsPerHour'] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** What a user limits: what machines cost an hour together, and what is spent in a day and a month of Asia/Shanghai. */
export const spendingPeriods = ['HOUR', 'DAY', 'MONTH'] as const;

export const interruptions = ['STOP', 'DESTROY'] as const;
export type Interruption = (typeof interruptions)[number];

/** When a machine stops by itself: never, once at a time, after hours of running, when idle, or at the end of its weekly hours. */
export const autoStopKinds = ['NEVER', 'AT', 'AFTER', 'IDLE', 'WEEKLY'] as const;
/** Why a machine that is to stop when idle does not: no GPUs, no metrics on the platform, no exporter in the image, or no measures. */
export const idleFaults = ['NO_GPU', 'NO_METRICS', 'NO_EXPORTER', 'NO_MEASURES'] as const;
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

export const portProtocols = ['TCP', 'UDP'] as const;

export const eventTypes = ['NORMAL', 'WARNING'] as const;
export type EventType = (typeof eventTypes)[number];

/** Who did something to a workload: its owner or an operator in the portal, the platform by itself, or somebody by kubectl or Git. */
export const eventActors = ['CUSTOMER', 'ADMIN', 'PLATFORM', 'KUBERNETES'] as const;
export type EventActor = (typeof eventActors)[number];

/** How far back a machine's metrics are shown. */
export const metricRanges = ['1h', '24h', '7d', '30d'] as const;
export type MetricRange = (typeof metricRanges)[number];

/** Which end of the machines, by the use of their GPUs. */
export const usageRanks = ['LEAST_USED', 'MOST_USED'] as const;
export type UsageRank = (typeof usageRanks)[number];

export const workloadMetricNames = [
  'GPU_UTILIZATION',
  'GPU_MEMORY',
  'GPU_TEMPERATURE',
  'GPU_POWER',
  'GPU_CLOCK',
  'GPU_MEMORY_CLOCK',
  'GPU_PCIE',
  'GPU_NVLINK',
  'CPU',
  'CPU_CORES',
  'MEMORY',
  'NETWORK',
  'DISK',
  'DISK_OPERATIONS',
  'FILE_SYSTEM',
] as const;
export type WorkloadMetricName = (typeof workloadMetricNames)[number];

export const metricUnits = [
  'PERCENT',
  'BYTES',
  'BYTES_PER_SECOND',
  'PER_SECOND',
  'CELSIUS',
  'WATTS',
  'MEGAHERTZ',
  'CORES',
] as const;
export type MetricUnit = (typeof metricUnits)[number];

/** Errors of a GPU: what its driver has logged last, and how many of its memory there were. */
export const gpuErrorKinds = ['XID', 'ECC_UNCORRECTED', 'ECC_CORRECTED'] as const;
export type GpuErrorKind = (typeof gpuErrorKinds)[number];

/** What one line of a graph is of: what is in use, the hottest of several GPUs, or the traffic in one direction, as the machine sees it, or its GPUs for PCIe. */
export const metricSeries = ['USED', 'HOTTEST', 'RECEIVED', 'SENT', 'READ', 'WRITTEN'] as const;
export type MetricSeries = (typeof metricSeries)[number];

/**
 * GPUs of the fleet: all that there are, those that are occupied, those of running machines, of these the ones whose use is
 * known, and how many would do the same work at full use.
 */
export const fleetSeries = ['TOTAL', 'SOLD', 'IN_USE', 'MEASURED', 'BUSY'] as const;
export type FleetSeries = (typeof fleetSeries)[number];

/** Why there are no metrics: the platform has no source of them, the source failed, or a machine has never run. */
export const metricsGaps = ['NOT_CONFIGURED', 'UNREACHABLE', 'NEVER_RAN'] as const;
export type MetricsGap = (typeof metricsGaps)[number];

/** What an SKU needs in order to be sold: areas of the console. */
export const skuNeeds = ['gpus', 'pricing-policies', 'regions'] as const;

export const pricingModes = ['ON_DEMAND', 'RESERVED', 'SPOT'] as const;
export type PricingMode = (typeof pricingModes)[number];

export const pricingUnits = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type PricingUnit = (typeof pricingUnits)[number];

export const currencies = ['CNY'] as const;
export type Currency = (typeof currencies)[number];

export const roles = ['ADMIN', 'USER'] as const;
export type Role = (typeof roles)[number];

/** User, SKU and region. */
export const activityStatuses = ['active', 'inactive'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

export const nodeStatuses = ['active', 'inactive', 'maintenance'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

export const imageStatuses = ['enabled', 'disabled'] as const;
export type ImageStatus = (typeof imageStatuses)[number];

export const osTypes = ['LINUX', 'WINDOWS'] as const;

export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** How machines of a region are reached: at ports of its addresses, or each at an address of its own. */
export const exposureTypes = ['NODE_PORT', 'LOAD_BALANCER'] as const;

/** What the HTTP hosts of a region's machines are served over. */
export const httpSchemes = ['HTTP', 'HTTPS'] as const;

/** Whether a region's disks can be used from every node, or stay on one. */
export const storageLocalities = ['SHARED', 'NODE'] as const;

/** Whether a node would do for a machine, or why not. AFTER_SPOT, NO_ROOM: when others have left. */
export const nodeFits = [
  'FITS',
  'AFTER_SPOT',
  'NO_ROOM',
  'CLOSED',
  'TOO_SMALL',
  'DISK_ELSEWHERE',
  'SKU_NOT_OFFERED',
  'OTHER_ARCHITECTURE',
  'OTHER_GPU',
] as const;
export type NodeFit = (typeof nodeFits)[number];

/** A machine can be bound to a node that has no room for it yet; the others it will never run on. */
export const choosableFits: readonly NodeFit[] = ['FITS', 'AFTER_SPOT', 'NO_ROOM'];
/** A running machine is stopped only for a node that has room for it now. */
export const choosableFitsWhileRunning: readonly NodeFit[] = ['FITS'];

/** Why a machine cannot move to another node before the maintenance of its own; each is a reason of the error, too. */
export const moveRefusals = [
  'ILLEGAL_TRANSITION',
  'NO_ROOM_ELSEWHERE',
  'DISK_ON_NODE',
  'NODE_CHOSEN',
] as const;
export type MoveRefusal = (typeof moveRefusals)[number];

/** Whether other pods may come to a node. */
export const nodeSharings = ['SHARED', 'DEDICATED'] as const;

/** Whether a node's device plugin still hands out a GPU that is in quarantine. */
export const devicePluginStates = ['OFFERS', 'EXCLUDES'] as const;

/** What a GPU of a node does. FREE: no machine is known to have it. */
export const deviceStatuses = ['IN_USE', 'FREE', 'UNHEALTHY', 'QUARANTINED'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** What happened to a GPU of a node. */
export const deviceEvents = [
  'ASSIGNED',
  'UNHEALTHY',
  'HEALTHY',
  'QUARANTINED',
  'REPAIRED',
  'CHECK_PASSED',
  'CHECK_FAILED',
  'CHECK_UNCLEAR',
  'SUSPECTED',
  'EXCHANGED',
] as const;

/** When a region has free GPUs checked. */
export const gpuCheckPolicies = ['NEVER', 'AFTER_FAULTS', 'AFTER_EACH_CUSTOMER', 'DAILY_WHEN_FREE'] as const;
/** Why the free GPUs of a node are to be checked. */
export const gpuCheckCauses = ['FAULT', 'SUSPICION', 'CUSTOMER', 'DAILY', 'REQUEST'] as const;

export const imageSourceTypes = ['REGISTRY', 'HTTP', 'DATA_SOURCE'] as const;

/** Tools that keep objects of the cluster as Git has them. */
export const gitOpsTools = ['ARGO_CD', 'FLUX'] as const;
export type GitOpsTool = (typeof gitOpsTools)[number];

export const availabilityLevels = ['NONE', 'LOW', 'MEDIUM', 'HIGH'] as const;
export type AvailabilityLevel = (typeof availabilityLevels)[number];

export const inviteCodeStatuses = ['AVAILABLE', 'USED', 'EXPIRED'] as const;
export type InviteCodeStatus = (typeof inviteCodeStatuses)[number];

export const billingTypes = ['RECHARGE', 'DEDUCTION'] as const;
export type BillingType = (typeof billingTypes)[number];

/** Why money of a reserved term came back; NOT_PLACEABLE: no node was large enough for the rest of it. */
export const termRefundReasons = ['CANCELLED', 'NOT_DELIVERED', 'OUTAGE', 'NOT_PLACEABLE'] as const;
export type TermRefundReason = (typeof termRefundReasons)[number];

/**
 * OWED: taken for a refund that was more than the balance. AT_PROVIDER: refunded there without an operator of the portal.
 * GPU_FAULT: credited for the time in which a GPU was broken.
 */
export const refundReasons = [...termRefundReasons, 'OWED', 'AT_PROVIDER', 'GPU_FAULT'] as const;
export type RefundReason = (typeof refundReasons)[number];

export const paymentMethods = ['ADMIN', 'WECHAT', 'TEST'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** QUARANTINED: another amount than asked for was paid, and an operator decides. */
export const rechargeStatuses = ['PENDING', 'PAID', 'CLOSED', 'QUARANTINED'] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** What an operator decides on a quarantined recharge: credit what was paid, or give it back. */
export const quarantineDecisions = ['CREDIT', 'REFUND'] as const;
export type QuarantineDecision = (typeof quarantineDecisions)[number];

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** WALLET: out of the balance. QUARANTINE: a payment that was never credited. PROVIDER: made there without us. */
export const refundSources = ['WALLET', 'QUARANTINE', 'PROVIDER'] as const;

/** On a refund that the provider cannot pay: ask it again, leave the money with the customer, or note that it was paid by hand. */
export const refundDecisions = ['CHECK', 'RETURN', 'PAID_BY_HAND'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/** The reason of a refund that somebody made at the provider; the console says it in its own language. */
export const MADE_AT_PROVIDER = 'Refunded at the provider, not through GPULease';

/** What customers owe for refunds beyond their balance. */
export const receivableStatuses = ['OPEN', 'COLLECTED', 'WRITTEN_OFF'] as const;
export type ReceivableStatus = (typeof receivableStatuses)[number];

export const smsPurposes = ['REGISTER', 'LOGIN', 'CHANGE_PHONE', 'RESET_PASSWORD'] as const;
export type SmsPurpose = (typeof smsPurposes)[number];

export const messageChannels = ['SMS', 'EMAIL'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** What a script may do with an API token: read, or also change. */
export const apiTokenScopes = ['READ', 'WRITE'] as const;
export type ApiTokenScope = (typeof apiTokenScopes)[number];

/** For how long an API token works. */
export const apiTokenLifetimes = ['DAYS_30', 'DAYS_90', 'DAYS_365', 'UNLIMITED'] as const;
export type ApiTokenLifetime = (typeof apiTokenLifetimes)[number];

/** What is written down of who did what. */
export const auditActions = [
  'REGISTER',
  'LOGIN',
  'LOGIN_BY_PHONE',
  'ADMIN_LOGIN',
  'LOGIN_BY_OIDC',
  'LINK_OIDC',
  'UNLINK_OIDC',
  'LOGOUT',
  'CHANGE_PASSWORD',
  'RESET_PASSWORD',
  'CHANGE_PHONE',
  'CHANGE_EMAIL',
  'END_SESSIONS',
  'REVOKE_SESSIONS',
  'CREATE_API_TOKEN',
  'DELETE_API_TOKEN',
  'REVOKE_API_TOKENS',
  'ENABLE_SECOND_FACTOR',
  'DISABLE_SECOND_FACTOR',
  'REMOVE_SECOND_FACTOR',
  'RENEW_RECOVERY_CODES',
  'CREATE_ADMIN',
  'CHANGE_USER',
  'SET_USER_STATUS',
  'CREATE_INVITE_CODES',
  'REVOKE_INVITE_CODE',
  'BOOTSTRAP_ADMIN',
  'CREATE_WORKLOAD',
  'CHANGE_WORKLOAD',
  'START_WORKLOAD',
  'STOP_WORKLOAD',
  'RESTART_WORKLOAD',
  'MOVE_WORKLOAD',
  'DESTROY_WORKLOAD',
  'SCHEDULE_WORKLOAD',
  'OPEN_CONSOLE',
  'CREATE_RESOURCE',
  'CHANGE_RESOURCE',
  'SET_RESOURCE_STATUS',
  'DELETE_RESOURCE',
  'PLAN_MAINTENANCE',
  'CANCEL_MAINTENANCE',
  'QUARANTINE_GPUS',
  'REPAIR_GPUS',
  'CHECK_GPUS',
  'REPORT_GPU',
  'ANSWER_GPU_REPORT',
  'RECHARGE',
  'CLOSE_RECHARGE',
  'SET_QUOTAS',
  'ADJUST_BALANCE',
  'REFUND',
  'DECIDE_RECHARGE',
  'DECIDE_REFUND',
  'WRITE_OFF_RECEIVABLE',
  'ASK_APPROVAL',
  'DECIDE_APPROVAL',
  'RETRY_JOB',
  'ACKNOWLEDGE_ALARM',
  'RECOVER',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What is wrong with a GPU, as a customer sees it: no program finds it, it reports errors, or it is too slow. */
export const gpuFaults = ['MISSING', 'ERRORS', 'SLOW', 'OTHER'] as const;
export type GpuFault = (typeof gpuFaults)[number];

export const gpuReportStatuses = ['OPEN', 'CONFIRMED', 'REPAIRED', 'DISMISSED'] as const;
export type GpuReportStatus = (typeof gpuReportStatuses)[number];

/** What checks have found of the GPUs of a reported machine. */
export const gpuCheckResults = ['PASSED', 'FAILED'] as const;

/** What an operator makes of a report. */
export const gpuReportAnswers = ['CONFIRMED', 'REPAIRED', 'DISMISSED'] as const;
export type GpuReportAnswer = (typeof gpuReportAnswers)[number];

/** How a report can be answered by its status; a confirmed one a second time, when the GPU is repaired. */
export const answersToGpuReport: Readonly<Record<GpuReportStatus, readonly GpuReportAnswer[]>> = {
  OPEN: gpuReportAnswers,
  CONFIRMED: ['REPAIRED', 'DISMISSED'],
  REPAIRED: [],
  DISMISSED: [],
};

/** What an operator may have to ask a second one for. */
export const approvalKinds = ['ADJUSTMENT', 'REFUND', 'WRITE_OFF'] as const;

export const approvalStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Who has asked withdraws; anybody else approves or declines. */
export const approvalDecisions = ['APPROVE', 'DECLINE', 'WITHDRAW'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** Work that is done later, by what is done; as metrics and alerts call it. */
export const jobNames = [
  'CREATE_WORKLOAD',
  'START_WORKLOAD',
  'STOP_WORKLOAD',
  'DESTROY_WORKLOAD',
  'APPLY_TENANT',
  'CHECK_RECHARGE',
  'CARRY_OUT_REFUND',
  'COMPARE_BILL',
  'SEND_SMS',
  'SEND_EMAIL',
  'SEND_ALARM',
  'REVIEW_WALLET',
  'COMPARE_WALLET',
] as const;
export type JobName = (typeof jobNames)[number];

/** Failing: the newest try failed; it is tried again. Given up: a message that is tried no more. */
export const jobStatuses = ['WAITING', 'FAILING', 'GIVEN_UP'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const auditOutcomes = ['SUCCESS', 'REFUSED'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who may call a route. `public` needs no session; the two consoles have separate sessions. */
export const consoles = ['public', 'user', 'admin'] as const;
export type Console = (typeof consoles)[number];

/** The console a session belongs to. */
export type SessionConsole = Exclude<Console, 'public'>;
