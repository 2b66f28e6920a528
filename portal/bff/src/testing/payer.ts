/** A process that handles payments as the billing worker does, until it is killed. */
import { systemClock } from '../clock.ts';
import { createDatabase, createPool } from '../database/database.ts';
import { createLogger } from '../http/logger.ts';
import { createPayments } from '../payments/create-payments.ts';
import { startPayments } from '../payments/check-payments.ts';
import { readPaymentSettings } from '../payments/settings.ts';

const database = createDatabase(createPool(process.env.DATABASE_URL ?? '', 4));
const log = createLogger('silent');
const { providers } = createPayments({ database, clock: systemClock, log }, readPaymentSettings(process.env));
startPayments({ database, providers, log, pauseMs: 50 });
