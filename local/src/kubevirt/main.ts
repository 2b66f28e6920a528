/** The process that plays KubeVirt and CDI; see `config.ts` for its environment. */
import { connect } from '@gpulease/kube';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startStandIn } from './stand-in.ts';

const config = readConfig(process.env);
const logger = pino({
  name: 'kubevirt-stand-in',
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
});
const standIn = await startStandIn(connect({ userAgent: 'kubevirt-stand-in' }), config, logger);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void standIn.stop().then(() => process.exit(0));
  });
}
