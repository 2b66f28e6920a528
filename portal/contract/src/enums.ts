/** Every closed set of values on the wire, spelled as in the product. Free of zod, so any bundle may use it. */

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

/** A machine's consoles in the portal: its serial line and its screen. */
export const consoleKinds = ['SERIAL', 'VNC'] as const;
export type ConsoleKind = (typeof consoleKinds)[number];

export const resumeModes = ['MANUAL', 'AUTOMATIC'] as const;

/** What happens to a machine whose node is lost. */
export const nodeLossChoices = ['WAIT', 'MOVE_IF_POSSIBLE'] as const;

/** What happens to an order for a sold-out SKU. */
export const soldOutChoices = ['REFUSE', 'WAIT'] as const;

/** Resources that each have their own quota. */
export const quotaKinds = ['workloads', 'gpus', 'storage', 'ports', 'startsPerHour'] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** Spending limits of a user: total hourly cost of machines, and spending in a day and a month of Asia/Shanghai. */
export const spendingPeriods = ['HOUR', 'DAY', 'MONTH'] as const;

export const interruptions = ['STOP', 'DESTROY'] as const;
export type Interruption = (typeof interruptions)[number];

/** When a machine stops automatically: never, once at a time, after hours of running, when idle, or after its weekly hours. */
export const autoStopKinds = ['NEVER', 'AT', 'AFTER', 'IDLE', 'WEEKLY'] as const;
/** Why a machine set to stop when idle does not: no GPUs, no metrics on the platform, no exporter in the image, or no data. */
export const idleFaults = ['NO_GPU', 'NO_METRICS', 'NO_EXPORTER', 'NO_MEASURES'] as const;
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

export const portProtocols = ['TCP', 'UDP'] as const;

export const eventTypes = ['NORMAL', 'WARNING'] as const;
export type EventType = (typeof eventTypes)[number];

/** Who acted on a workload: its owner or an operator in the portal, the platform itself, or someone through kubectl or Git. */
export const eventActors = ['CUSTOMER', 'ADMIN', 'PLATFORM', 'KUBERNETES'] as const;
export type EventActor = (typeof eventActors)[number];

/** How far back a machine's metrics are shown. */
export const metricRanges = ['1h', '24h', '7d', '30d'] as const;
export type MetricRange = (typeof metricRanges)[number];

/** Which end of the ranking of machines by GPU usage. */
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

/** Errors of a GPU: the last Xid that its driver logged, and the counts of its memory errors. */
export const gpuErrorKinds = ['XID', 'ECC_UNCORRECTED', 'ECC_CORRECTED'] as const;
export type GpuErrorKind = (typeof gpuErrorKinds)[number];

/** What a line of a graph shows: usage, the hottest of several GPUs, or traffic in one direction seen by the machine or its GPUs (PCIe). */
export const metricSeries = ['USED', 'HOTTEST', 'RECEIVED', 'SENT', 'READ', 'WRITTEN'] as const;
export type MetricSeries = (typeof metricSeries)[number];

/**
 * GPUs of the fleet: all, those occupied, those of running machines, those of running machines with known usage, and how many
 * fully used GPUs would do the same work.
 */
export const fleetSeries = ['TOTAL', 'SOLD', 'IN_USE', 'MEASURED', 'BUSY'] as const;
export type FleetSeries = (typeof fleetSeries)[number];

/** Why there are no metrics: the platform has no source, the source failed, or the machine has never run. */
export const metricsGaps = ['NOT_CONFIGURED', 'UNREACHABLE', 'NEVER_RAN'] as const;
export type MetricsGap = (typeof metricsGaps)[number];

/** Kinds of objects that an SKU needs in order to be sold, as areas of the console. */
export const skuNeeds = ['gpus', 'pricing-policies', 'regions'] as const;

export const pricingModes = ['ON_DEMAND', 'RESERVED', 'SPOT'] as const;
export type PricingMode = (typeof pricingModes)[number];

export const pricingUnits = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type PricingUnit = (typeof pricingUnits)[number];

export const currencies = ['CNY'] as const;
export type Currency = (typeof currencies)[number];

export const roles = ['ADMIN', 'USER'] as const;
export type Role = (typeof roles)[number];

/** Statuses of users, SKUs and regions. */
export const activityStatuses = ['active', 'inactive'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

export const nodeStatuses = ['active', 'inactive', 'maintenance'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

export const imageStatuses = ['enabled', 'disabled'] as const;
export type ImageStatus = (typeof imageStatuses)[number];

export const osTypes = ['LINUX', 'WINDOWS'] as const;

export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** How machines of a region are reached: at ports of shared addresses, or each at its own address. */
export const exposureTypes = ['NODE_PORT', 'LOAD_BALANCER'] as const;

/** Schemes of the HTTP hosts of a region's machines. */
export const httpSchemes = ['HTTP', 'HTTPS'] as const;

/** Whether a region's disks can be used from every node, or stay on one. */
export const storageLocalities = ['SHARED', 'NODE'] as const;

/** Whether a node fits a machine, or why not. AFTER_SPOT and NO_ROOM fit once other machines have left. */
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

/** A machine can be bound to a node that has no room for it yet; it can never run on the remaining ones. */
export const choosableFits: readonly NodeFit[] = ['FITS', 'AFTER_SPOT', 'NO_ROOM'];
/** A running machine is stopped only for a node that has room for it now. */
export const choosableFitsWhileRunning: readonly NodeFit[] = ['FITS'];

/** Why a machine cannot move to another node before its own node's maintenance; each is also an error reason. */
export const moveRefusals = [
  'ILLEGAL_TRANSITION',
  'NO_ROOM_ELSEWHERE',
  'DISK_ON_NODE',
  'NODE_CHOSEN',
] as const;
export type MoveRefusal = (typeof moveRefusals)[number];

/** Whether other pods may run on a node. */
export const nodeSharings = ['SHARED', 'DEDICATED'] as const;

/** Whether a node's device plugin still offers a GPU that is in quarantine. */
export const devicePluginStates = ['OFFERS', 'EXCLUDES'] as const;

/** Statuses of a node's GPU. FREE: no machine is known to use it. */
export const deviceStatuses = ['IN_USE', 'FREE', 'UNHEALTHY', 'QUARANTINED'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** Events in the history of a node's GPU. */
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

/** When the free GPUs of a region are checked. */
export const gpuCheckPolicies = ['NEVER', 'AFTER_FAULTS', 'AFTER_EACH_CUSTOMER', 'DAILY_WHEN_FREE'] as const;
/** Why a check of a node's free GPUs is due. */
export const gpuCheckCauses = ['FAULT', 'SUSPICION', 'CUSTOMER', 'DAILY', 'REQUEST'] as const;

export const imageSourceTypes = ['REGISTRY', 'HTTP', 'DATA_SOURCE'] as const;

/** Tools that sync objects of the cluster from Git. */
export const gitOpsTools = ['ARGO_CD', 'FLUX'] as const;
export type GitOpsTool = (typeof gitOpsTools)[number];

export const availabilityLevels = ['NONE', 'LOW', 'MEDIUM', 'HIGH'] as const;
export type AvailabilityLevel = (typeof availabilityLevels)[number];

export const inviteCodeStatuses = ['AVAILABLE', 'USED', 'EXPIRED'] as const;
export type InviteCodeStatus = (typeof inviteCodeStatuses)[number];

export const billingTypes = ['RECHARGE', 'DEDUCTION'] as const;
export type BillingType = (typeof billingTypes)[number];

/** Why a reserved term was refunded. NOT_PLACEABLE: no node was large enough for the rest of the term. */
export const termRefundReasons = ['CANCELLED', 'NOT_DELIVERED', 'OUTAGE', 'NOT_PLACEABLE'] as const;
export type TermRefundReason = (typeof termRefundReasons)[number];

/**
 * OWED: collected for a refund that exceeded the balance. AT_PROVIDER: refunded there, without an operator of the portal.
 * GPU_FAULT: credited for the time during which a GPU was broken.
 */
export const refundReasons = [...termRefundReasons, 'OWED', 'AT_PROVIDER', 'GPU_FAULT'] as const;
export type RefundReason = (typeof refundReasons)[number];

export const paymentMethods = ['ADMIN', 'WECHAT', 'TEST'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** QUARANTINED: the amount paid differs from the amount due, and an operator decides. */
export const rechargeStatuses = ['PENDING', 'PAID', 'CLOSED', 'QUARANTINED'] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** Decisions on a quarantined recharge: credit the payment or refund it. */
export const quarantineDecisions = ['CREDIT', 'REFUND'] as const;
export type QuarantineDecision = (typeof quarantineDecisions)[number];

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** WALLET: from the balance. QUARANTINE: a payment that was never credited. PROVIDER: made there, not through GPULease. */
export const refundSources = ['WALLET', 'QUARANTINE', 'PROVIDER'] as const;

/** Decisions on a refund that the provider cannot pay: query it again, leave the money in the wallet, or record a manual payment. */
export const refundDecisions = ['CHECK', 'RETURN', 'PAID_BY_HAND'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/** Reason of a refund made at the provider; the console translates it. */
export const MADE_AT_PROVIDER = 'Refunded at the provider, not through GPULease';

/** Statuses of customers' debts for refunds beyond their balance. */
export const receivableStatuses = ['OPEN', 'COLLECTED', 'WRITTEN_OFF'] as const;
export type ReceivableStatus = (typeof receivableStatuses)[number];

export const smsPurposes = ['REGISTER', 'LOGIN', 'CHANGE_PHONE', 'RESET_PASSWORD'] as const;
export type SmsPurpose = (typeof smsPurposes)[number];

export const messageChannels = ['SMS', 'EMAIL'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** What a script may do with an API token: only read, or also write. */
export const apiTokenScopes = ['READ', 'WRITE'] as const;
export type ApiTokenScope = (typeof apiTokenScopes)[number];

/** Lifetimes of API tokens. */
export const apiTokenLifetimes = ['DAYS_30', 'DAYS_90', 'DAYS_365', 'UNLIMITED'] as const;
export type ApiTokenLifetime = (typeof apiTokenLifetimes)[number];

/** Actions recorded in the audit log. */
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

/** What is wrong with a GPU from the customer's view: no program finds it, it reports errors, or it is too slow. */
export const gpuFaults = ['MISSING', 'ERRORS', 'SLOW', 'OTHER'] as const;
export type GpuFault = (typeof gpuFaults)[number];

export const gpuReportStatuses = ['OPEN', 'CONFIRMED', 'REPAIRED', 'DISMISSED'] as const;
export type GpuReportStatus = (typeof gpuReportStatuses)[number];

/** Results of checking the GPUs of a reported machine. */
export const gpuCheckResults = ['PASSED', 'FAILED'] as const;

/** An operator's answers to a report. */
export const gpuReportAnswers = ['CONFIRMED', 'REPAIRED', 'DISMISSED'] as const;
export type GpuReportAnswer = (typeof gpuReportAnswers)[number];

/** Possible answers by the report's status; a confirmed report is answered again once the GPU is repaired. */
export const answersToGpuReport: Readonly<Record<GpuReportStatus, readonly GpuReportAnswer[]>> = {
  OPEN: gpuReportAnswers,
  CONFIRMED: ['REPAIRED', 'DISMISSED'],
  REPAIRED: [],
  DISMISSED: [],
};

/** Operations that may need a second operator's approval. */
export const approvalKinds = ['ADJUSTMENT', 'REFUND', 'WRITE_OFF'] as const;

export const approvalStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The requester withdraws; any other operator approves or declines. */
export const approvalDecisions = ['APPROVE', 'DECLINE', 'WITHDRAW'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** Kinds of background jobs, named as in metrics and alerts. */
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

/** FAILING: the last attempt failed and will be retried. GIVEN_UP: a message that is no longer retried. */
export const jobStatuses = ['WAITING', 'FAILING', 'GIVEN_UP'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const auditOutcomes = ['SUCCESS', 'REFUSED'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who may call a route. `public` needs no session; the two consoles have separate sessions. */
export const consoles = ['public', 'user', 'admin'] as const;
export type Console = (typeof consoles)[number];

/** The console a session belongs to. */
export type SessionConsole = Exclude<Console, 'public'>;
