/** The process that plays KubeVirt and CDI; see `config.ts` for its environment. */
import { connect } from '@gpulease/kube';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startSimulator } from './simulator.ts';

const config = readConfig(process.env);
const logger = pino({
  name: 'kubevirt-simulator',
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
});
const simulator = await startSimulator(connect({ userAgent: 'kubevirt-simulator' }), config, logger);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.stop().then(() => process.exit(0));
  });
}
