/** How this deployment reaches people: the sandbox's outbox, the providers that are set, or nothing. */
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

export interface GatewayParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sandbox: boolean;
  /** How emails say that support is reached. */
  readonly support: Support | null;
}

export interface Gateways {
  readonly smsGateway: SmsGateway;
  readonly emailGateway: EmailGateway;
}

export function createGateways(parts: GatewayParts, providers: ServiceSettings): Gateways {
  const { smsGateway, emailGateway } = plainGateways(parts, providers);
  return { smsGateway, emailGateway: withSupport(emailGateway, parts.support) };
}

function plainGateways({ database, clock, sandbox }: GatewayParts, providers: ServiceSettings): Gateways {
  if (sandbox) {
    return {
      smsGateway: sandboxSmsGateway(database, clock),
      emailGateway: sandboxEmailGateway(database, clock),
    };
  }
  const { aliyunSms, smtp } = providers;
  return {
    smsGateway: aliyunSms ? aliyunSmsGateway(aliyunSms, clock) : unconfiguredSmsGateway,
    emailGateway: smtp ? smtpGateway(smtp) : unconfiguredEmailGateway,
  };
}
