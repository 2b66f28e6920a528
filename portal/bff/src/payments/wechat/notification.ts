/** Verifies, decrypts and reads WeChat's callbacks. */
import { createDecipheriv } from 'node:crypto';
import * as z from 'zod';
import type { PaidPayment, RefundState } from '../payment-provider.ts';
import { paymentState, refund, refundState, refuseForeign, transaction } from './messages.ts';
import type { WeChatSettings } from './settings.ts';
import { forgeryOf, type SignedMessage } from './signature.ts';

/** The content of a callback. */
export type Notification =
  | { readonly kind: 'PAYMENT'; readonly outTradeNo: string; readonly payment: PaidPayment }
  | {
      readonly kind: 'REFUND';
      readonly outTradeNo: string;
      readonly outRefundNo: string;
      readonly amount: bigint;
      readonly state: RefundState;
    }
  /** Needs no action. */
  | { readonly kind: 'OTHER' };

const encryptedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
const envelope = z.object({ event_type: z.string(), resource: encryptedResource });

/** Reads a callback. Throws if it is not from WeChat, not for this merchant, or unreadable. */
export function readNotification(message: SignedMessage, settings: WeChatSettings, now: Date): Notification {
  const forgery = forgeryOf(message, settings.platformKeys, now);
  if (forgery) throw new Error(`The callback is refused: ${forgery}.`);
  const { event_type: type, resource } = envelope.parse(JSON.parse(message.body));
  const told: unknown = JSON.parse(decryptResource(resource, settings.apiV3Key));
  if (type.startsWith('TRANSACTION.')) return paymentTold(told, settings);
  return type.startsWith('REFUND.') ? refundTold(told, settings) : { kind: 'OTHER' };
}

function paymentTold(told: unknown, settings: WeChatSettings): Notification {
  const payment = transaction.parse(told);
  refuseForeign(payment, settings);
  const { state, ...paid } = paymentState(payment);
  if (state !== 'SUCCESS') return { kind: 'OTHER' };
  return { kind: 'PAYMENT', outTradeNo: payment.out_trade_no, payment: paid as PaidPayment };
}

function refundTold(told: unknown, { merchantId }: WeChatSettings): Notification {
  const given = refund.parse(told);
  if (given.mchid !== merchantId) throw new Error(`The refund is for merchant ${given.mchid}, not ours.`);
  return {
    kind: 'REFUND',
    outTradeNo: given.out_trade_no,
    outRefundNo: given.out_refund_no,
    amount: given.amount.refund,
    state: refundState(given),
  };
}

const TAG_BYTES = 16;

/** Decrypts a resource by AES-256-GCM with the merchant's APIv3 key. Throws if the key or the text is wrong. */
export function decryptResource(
  { ciphertext, nonce, associated_data: associated }: z.infer<typeof encryptedResource>,
  apiV3Key: Buffer,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
}
