/** How this deployment reaches people: the sandbox's outbox, the configured providers, or nothing. */
import type { Support } from '@gpulease/contract/config';
import type { Clock } from './clock.ts';
import type { Database } from './database/schema.ts';
import { aliyunSmsGateway } from './identity/aliyun-sms.ts';
import { unconfiguredEmailGateway, type EmailGateway } from './identity/email-gateway.ts';
import { unconfiguredSmsGateway, type SmsGateway } from './identity/sms-gateway.ts';
import { smtpGateway } from './identity/smtp-gateway.ts';
import type { ServiceSettings } from './service-settings.ts';
import { withSupport } from './support.ts';
import { sandboxEmailGateway, sandboxSmsGateway } from './sandbox/gateways.ts';

interface GatewayParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sandbox: boolean;
  /** The support contacts stated in emails. */
  readonly support: Support | null;
}

export function createGateways(parts: GatewayParts, providers: ServiceSettings) {
  return {
    smsGateway: smsOf(parts, providers),
    emailGateway: withSupport(emailOf(parts, providers), parts.support),
  };
}

function smsOf({ database, clock, sandbox }: GatewayParts, { aliyunSms }: ServiceSettings): SmsGateway {
  if (sandbox) return sandboxSmsGateway(database, clock);
  return aliyunSms ? aliyunSmsGateway(aliyunSms, clock) : unconfiguredSmsGateway;
}

function emailOf({ database, clock, sandbox }: GatewayParts, { smtp }: ServiceSettings): EmailGateway {
  if (sandbox) return sandboxEmailGateway(database, clock);
  return smtp ? smtpGateway(smtp) : unconfiguredEmailGateway;
}
