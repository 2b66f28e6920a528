/** Texts of messages about an account. */
import type { Language } from '@gpulease/contract/enums';
import type { EmailMessage } from './email-gateway.ts';
import { CODE_LIFETIME_SECONDS } from './one-time-codes.ts';
import type { SmsMessage } from './sms-gateway.ts';

const minutes = CODE_LIFETIME_SECONDS / 60;

/** Both languages in one message, because the recipient may have no account yet. */
export function smsCodeMessage(phone: string, code: string): SmsMessage {
  const text = `【GPULease】验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。Your code is ${code}, valid for ${minutes} minutes.`;
  return { phone, template: 'CODE', text, code };
}

const smsTexts = {
  PHONE_CHANGED:
    '【GPULease】您的账号已更换手机号。如非本人操作，请立即联系客服。Your GPULease phone number was changed. If this wasn’t you, contact support immediately.',
  PASSWORD_RESET:
    '【GPULease】您的账号密码已重置，所有设备已退出登录，API 令牌和单点登录绑定均已失效。如非本人操作，请立即联系客服。Your GPULease password was reset. All devices were signed out, API tokens revoked and single sign-on unlinked. If this wasn’t you, contact support immediately.',
};

/** `PHONE_CHANGED` goes to the account's old phone. */
export function accountSms(template: keyof typeof smsTexts, phone: string): SmsMessage {
  return { phone, template, text: smsTexts[template] };
}

const emailTexts = {
  PASSWORD_RESET: {
    zh: {
      subject: '您的 GPULease 账号密码已重置',
      text: '您的账号密码已重置，所有设备已退出登录，API 令牌和单点登录绑定均已失效。\n\n如非本人操作，请立即联系客服。\n',
    },
    en: {
      subject: 'Your GPULease password was reset',
      text: 'Your GPULease password was reset. All devices were signed out, API tokens were revoked and single sign-on was unlinked.\n\nIf this wasn’t you, contact support immediately.\n',
    },
  },
  EMAIL_CHANGED: {
    zh: {
      subject: '您的 GPULease 账号已更换邮箱',
      text: '您的账号已更换邮箱，今后的通知将发送到新邮箱。\n\n如非本人操作，请立即联系客服。\n',
    },
    en: {
      subject: 'Your GPULease email address was changed',
      text: 'Your GPULease email address was changed. Notifications are sent to the new address from now on.\n\nIf this wasn’t you, contact support immediately.\n',
    },
  },
};

/** `EMAIL_CHANGED` goes to the account's old address. */
export function accountEmail(what: keyof typeof emailTexts, to: string, language: Language): EmailMessage {
  return { to, ...emailTexts[what][language] };
}

const emailCodeTexts = {
  zh: {
    subject: 'GPULease 邮箱验证码',
    text: (code: string) =>
      `您的验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。\n\n如非本人操作，请忽略本邮件。\n`,
  },
  en: {
    subject: 'Your GPULease verification code',
    text: (code: string) =>
      `Your code is ${code}. It is valid for ${minutes} minutes. Do not share it with anyone.\n\nIf you didn’t request it, ignore this email.\n`,
  },
} as const;

export function emailCodeMessage(to: string, code: string, language: Language): EmailMessage {
  const { subject, text } = emailCodeTexts[language];
  return { to, subject, text: text(code), code };
}
