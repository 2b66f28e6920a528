import { randomUUID } from 'node:crypto';
import type { AdminRegion } from '@gpulease/contract/catalogue';
import type { Page as Listed } from '@gpulease/contract/common';
import type { Notice } from '@gpulease/contract/me';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, test } from '@playwright/test';
import { enter, field } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { kubectlGet } from './support/kubectl.ts';
import { newSshKey, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

interface Ordered {
  metadata: { name: string };
  spec: {
    placement?: { nodeName?: string; address?: string; sshPort?: number; startTime?: string };
    ports?: object[];
    http?: { host: string };
  };
}

test('an operator orders for a customer, who pays and is notified (SPEC-5.70, SPEC-5.76, SPEC-5.77, SPEC-5.78, SPEC-5.79, SPEC-5.80)', async ({
  page,
}) => {
  const { url, demo } = demoFacts();
  const customer = await RestSession.user();
  await recharge(customer, '20.00');
  const name = `phone-${randomUUID().slice(0, 8)}`;
  const { body: region } = await (await RestSession.admin()).get<AdminRegion>('/admin/regions/cn-north-1');
  // Machines get the first free ports, so the last one is free.
  const sshPort = region.nodePorts?.last ?? 0;
  const say = await enter(page, 'admin', 'en');

  await test.step('the customer is found by typing', async () => {
    await page.goto(`${url}/admin/workloads`);
    await page.getByRole('link', { name: 'Create for a user' }).click();
    // The previous page, a list, has a filter of the same name.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create instance for a user');
    const user = page.getByRole('combobox', { name: 'User' });
    await user.fill(demo.username);
    await page.getByRole('option', { name: demo.username, exact: true }).click();
    await expect(page.getByText(`Paid from the balance of ${demo.username}`)).toBeVisible();
  });

  await test.step('every field of the placement is required', async () => {
    await page.getByRole('radio', { name: /^GeForce RTX 4090/ }).press(' ');
    await page.getByRole('radio', { name: /North/ }).check();
    await field(page, say.name).fill(name);
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    await page.locator('[name="http.host"]').fill('');
    await page.locator('[name="startTime"]').fill('');
    await page.getByRole('button', { name: say.submit }).click();
    for (const input of ['node', 'sshPort', 'ports.0.port', 'http.host', 'startTime', 'reason'])
      await expect(page.locator(`form [name="${input}"]`)).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the machine is placed and reached as chosen', async () => {
    await field(page, 'Node').selectOption('gpu-4090-01');
    await page.locator('[name="sshPort"]').fill(String(sshPort));
    await page.locator('[name="ports.0.port"]').fill('8080');
    await page.locator('[name="ports.0.targetPort"]').fill('80');
    await page.locator('[name="http.host"]').fill(`${name}.cn-north-1.gpulease.example`);
    const soon = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
    await page.locator('[name="startTime"]').fill(soon.slice(0, 16).replace('T', ' '));
    await page.locator('[name="reason"]').fill('Ordered by phone');
    await page.getByRole('button', { name: say.submit }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/workloads/${demo.username}/${name}$`));
    const { items } = await kubectlGet<{ items: Ordered[] }>(['workloads.gpulease.dev', '-A']);
    expect(items.find(({ metadata }) => metadata.name === name)?.spec).toMatchObject({
      placement: { nodeName: 'gpu-4090-01', address: '127.0.0.1', sshPort: sshPort },
      ports: [{ protocol: 'TCP', port: 8080, targetPort: 80 }],
      http: { host: `${name}.cn-north-1.gpulease.example` },
    });
    await untilStatus(customer, name, 'RUNNING');
  });

  await test.step('the customer pays and is notified', async () => {
    const { body: workload } = await customer.get<Workload>(`/workloads/${name}`);
    expect(workload).toMatchObject({ sshPort: sshPort, ipAddress: '127.0.0.1' });
    const { body: notices } = await customer.get<Listed<Notice>>('/me/notices?pageSize=100');
    expect(
      notices.items.some((notice) => notice.kind === 'ORDERED_BY_ADMIN' && notice.workload === name),
    ).toBe(true);
    expect((await customer.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
    await untilStatus(customer, name, 'DESTROYED');
  });
});
