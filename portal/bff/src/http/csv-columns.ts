/** Columns shared by several lists, and the names of their values. Pure. */
import { valueNames as en } from '@gpulease/contract/value-names/en';
import { valueNames as zh } from '@gpulease/contract/value-names/zh';
import { column, time, valueWords, type ReadValue, type ValueWords } from './csv-words.ts';

export const user = column('user', '用户', 'User');
export const methods = valueWords(zh.paymentMethod, en.paymentMethod);
export const modes = valueWords(zh.pricingMode, en.pricingMode);
export const units = valueWords(zh.pricingUnit, en.pricingUnit);

/** Returns the names of the states of a kind of object. */
export const states = (kind: keyof typeof zh.status): ValueWords =>
  valueWords(zh.status[kind], en.status[kind]);

export const name = column('name', '名称', 'Name');
export const createdAt = time('createdAt', '创建时间', 'Created at');
export const status = (shown: ValueWords | ReadValue) => column('status', '状态', 'Status', shown);
export const region = column('region', '地域', 'Region');
export const workloads = column('workloads', '实例', 'Instances');
