import { account } from './account.ts';
import { billing } from './billing.ts';
import { catalogue } from './catalogue.ts';
import { consoles } from './console.ts';
import { shared } from './shared.ts';
import { workload } from './workload.ts';

/** All Chinese texts except `admin.ts`, which only the admin console loads. */
export const zh = { ...shared, ...account, ...workload, ...billing, ...catalogue, ...consoles };
