import { traceFields } from '@gpulease/kube/tracing';
import { pino, type DestinationStream, type Logger } from 'pino';
import { requestFields } from './request-id.ts';

export type { Logger };

/** Fields that never reach a log, at any depth up to three. */
export const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'passwordHash',
  'smsCode',
  'inviteCode',
  'captcha',
  'code',
  'token',
  'secret',
  'authorization',
  'cookie',
  '["set-cookie"]',
];

/** JSON lines on stdout, secrets removed. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => {
    const suffix = field.startsWith('[') ? field : `.${field}`;
    return [suffix.replace(/^\./, ''), `*${suffix}`, `*.*${suffix}`];
  });
  const options = {
    level,
    redact: { paths, censor: '[removed]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requestFields(), ...traceFields() }),
  };
  return destination ? pino(options, destination) : pino(options);
}

/** `138****8000`: enough to recognise, too little to call. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
