/** Runs the WeChat Pay simulator on WECHATPAY_PORT, with its keys and books in WECHATPAY_HOME. */
import { join } from 'node:path';
import { keepMerchantFiles } from './merchant-files.ts';
import { startWeChatPay } from './server.ts';

const dir = process.env.WECHATPAY_HOME;
if (!dir) throw new Error('WECHATPAY_HOME is not set.');
const server = await startWeChatPay({
  files: await keepMerchantFiles(dir),
  port: Number(process.env.WECHATPAY_PORT),
  booksPath: join(dir, 'books.json'),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
