/** When the certificates end that operators renew, as browsers and WeChat Pay get them. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { CertificateCheckName } from '@gpulease/contract/platform-checks';
import { Gauge, type Registry } from 'prom-client';
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock.ts';
import { judgeCertificate } from './judge.ts';
import type { Source } from './sources.ts';

/** A function per certificate of this platform, which returns its end and rejects if it cannot be read. */
export type CertificateEnds = Readonly<Partial<Record<CertificateCheckName, () => Promise<Date>>>>;

/** Shorter than the timeout of a source on the Platform page. */
const LIMIT_MS = 1_500;
const RETRY_MS = 5 * MINUTE_MS;

/** The end of the certificate at an https address, read at most once an hour, or every five minutes while that fails. */
export function portalCertificate(
  address: URL | undefined,
  clock: Clock,
): Pick<CertificateEnds, 'PORTAL_CERTIFICATE'> {
  if (address?.protocol !== 'https:') return {};
  let end: Promise<Date> | undefined;
  let askAgainAt = 0;
  const endsAt = (): Promise<Date> => {
    const now = clock.now().getTime();
    if (end !== undefined && now < askAgainAt) return end;
    askAgainAt = now + HOUR_MS;
    end = readEnd(address);
    end.catch(() => (askAgainAt = now + RETRY_MS));
    return end;
  };
  return { PORTAL_CERTIFICATE: endsAt };
}

/** Sends no data, and accepts any issuer: the certificate may come from the operators' own authority. */
function readEnd({ hostname, port }: URL): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = { host, port: Number(port || 443), rejectUnauthorized: false };
  const socket = connect({ ...options, servername: isIP(host) === 0 ? host : '' });
  const late = () => socket.destroy(new Error(`${host} made no TLS connection within ${LIMIT_MS} ms`));
  const timer = setTimeout(late, LIMIT_MS);
  socket.once('secureConnect', () => {
    const end = socket.getPeerX509Certificate()?.validToDate;
    socket.end();
    if (end) resolve(end);
    else reject(new Error(`${host} has no certificate`));
  });
  socket.on('error', reject);
  socket.once('close', () => clearTimeout(timer));
  return promise;
}

export function certificateSources(ends: CertificateEnds, clock: Clock): Source[] {
  return entriesOf(ends).map(([name, endsAt]) => ({
    names: [name],
    of: 'CERTIFICATE',
    read: async () => ({ [name]: judgeCertificate(await endsAt(), clock.now()) }),
  }));
}

/** Exports the ends of all certificates that can be read. */
export function certificateMetrics(registry: Registry, ends: CertificateEnds): void {
  new Gauge({
    name: 'gpulease_certificate_end_timestamp_seconds',
    help: 'Unix time at which a certificate expires: the one the portal serves to browsers, that of the WeChat Pay merchant, and the newest of WeChat Pay',
    labelNames: ['certificate'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [certificate, endsAt] of entriesOf(ends)) {
        const end = await endsAt().catch(() => undefined);
        if (end) this.set({ certificate }, end.getTime() / 1_000);
      }
    },
  });
}

function entriesOf(ends: CertificateEnds) {
  return Object.entries(ends) as [CertificateCheckName, () => Promise<Date>][];
}
