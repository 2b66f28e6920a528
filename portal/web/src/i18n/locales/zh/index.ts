import { account } from './account.ts';
import { admin } from './admin.ts';
import { billing } from './billing.ts';
import { catalogue } from './catalogue.ts';
import { consoles } from './console.ts';
import { shared } from './shared.ts';
import { workload } from './workload.ts';

/** All texts in Chinese. */
export const zh = { ...shared, ...account, ...workload, ...billing, ...admin, ...catalogue, ...consoles };
