import type { Customer } from '../cluster/customer.ts';
import type { Report } from '../report.ts';

/** How a machine is reached from outside the cluster. */
interface Reach {
  /** Resolves once a connection succeeds. */
  answers: (address: string, port: number) => Promise<void>;
  /** A port on which the guest listens. */
  guestPort: number;
}

/** Orders a machine, which stays running, and checks that it is reached at the addresses in the portal. */
export async function proveMachine(
  report: Report,
  customer: Customer,
  { name, answers, guestPort }: Reach & { name: string },
): Promise<void> {
  await report.holds('an order through the Service becomes a machine that runs', async () => {
    await customer.order(name);
    await customer.untilStatus(name, 'RUNNING');
  });
  await report.holds('its port 22 answers at the address and port that the portal shows', async () => {
    const { ipAddress, sshPort } = await customer.untilStatus(name, 'RUNNING');
    await answers(ipAddress ?? '', sshPort ?? 0);
  });
  await report.holds('a port that its owner opens answers at the address that the portal shows', async () => {
    const { address, port } = await customer.open(name, guestPort);
    await answers(address, port);
  });
}
