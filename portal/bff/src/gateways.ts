/** How this deployment reaches people: the sandbox's outbox, the providers that are set, or nothing. */
import type { Clock } from './clock.ts';
import type { Database } from './database/schema.ts';
import { aliyunSmsGateway } from './identity/aliyun-sms.ts';
import { unconfiguredEmailGateway, type EmailGateway } from './identity/email-gateway.ts';
import { unconfiguredSmsGateway, type SmsGateway } from './identity/sms-gateway.ts';
import { smtpGateway } from './identity/smtp-gateway.ts';
import type { Providers } from './providers.ts';
import { sandboxEmailGateway, sandboxSmsGateway } from './sandbox/gateways.ts';

export interface GatewayParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sandbox: boolean;
}

export interface Gateways {
  readonly smsGateway: SmsGateway;
  readonly emailGateway: EmailGateway;
}

export function createGateways({ database, clock, sandbox }: GatewayParts, providers: Providers): Gateways {
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
