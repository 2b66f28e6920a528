import { fundedReasons, orderReasons, resumableHalts, workloadReasons } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { causesForOperators } from './causes-for-operators.ts';
import { causeFor, causesForCustomers, causesInChinese, causeText, endingText } from './causes.ts';

const reasons = new Set([
  ...Object.values<string>({ ...workloadReasons, ...resumableHalts }),
  ...Object.values(fundedReasons),
  ...Object.values(orderReasons),
]);

it.each([...reasons])('%s has words in Chinese', (reason) => {
  expect(causeText(reason, 'In English.', 'zh')).toMatch(
    /^[^A-Za-z]*(?:(?:SSH|HTTP|CPU|GPU|Secret|userdata)[^A-Za-z]*)*$/,
  );
});

it('has words in Chinese for nothing else', () => {
  expect(Object.keys(causesInChinese).filter((reason) => !reasons.has(reason))).toEqual([]);
});

it.each([...reasons])('%s is told in the words of the cluster in English', (reason) => {
  expect(causeText(reason, 'In English.', 'en')).toBe('In English.');
});

it.each(Object.keys(causesForCustomers))('%s names no node to a customer, but to an operator', (reason) => {
  expect(reasons).toContain(reason);
  const cause = { reason, message: 'No node in cn-east-1 has 1792Gi free for h100-8.' };
  expect(causeFor('user', cause, 'en')).not.toMatch(/cn-east-1/);
  expect(causeFor('admin', cause, 'en')).toBe(cause.message);
  expect(causeFor('user', cause, 'zh')).toBe(causeText(reason, '', 'zh'));
});

it.each(Object.keys(causesInChinese))('%s sends no operator to support, who are the support', (reason) => {
  expect(causeFor('admin', { reason, message: '' }, 'zh')).not.toContain('客服');
});

it.each(Object.keys(causesForOperators))('%s is a reason of the cluster', (reason) => {
  expect(reasons).toContain(reason);
});

it('is the cluster’s sentence for customers too where that says something to them', () => {
  const cause = { reason: 'PortTaken', message: 'SSH port 30022 is taken; choose another.' };
  expect(causeFor('user', cause, 'en')).toBe(cause.message);
});

it('is never blank', () => {
  expect(causeText('SomethingNew', '', 'zh')).toBe('Something new');
  expect(causeText('SomethingNew', '', 'en')).toBe('Something new');
  expect(causeText('SomethingNew', 'It is new.', 'zh')).toBe('It is new.');
});

/** What ends a run that has begun; each run keeps one of them. */
const endings: readonly string[] = [
  workloadReasons.stopRequested,
  workloadReasons.restartRequested,
  workloadReasons.destroyRequested,
  workloadReasons.runwayEnded,
  fundedReasons.insufficientFunds,
  workloadReasons.waitingForSettlement,
  workloadReasons.termEnded,
  workloadReasons.guestPoweredOff,
  workloadReasons.maintenance,
  workloadReasons.spotInterrupted,
  workloadReasons.preempted,
  workloadReasons.frozen,
  workloadReasons.tenantSuspended,
  workloadReasons.machineEnded,
  workloadReasons.machineReplaced,
  workloadReasons.crashLoop,
  workloadReasons.nodeLost,
  orderReasons.vanished,
];

it.each(endings)('a run that ended for %s says so in a few words, not what to do now', (reason) => {
  expect(endingText(reason, 'zh')).toMatch(/^\p{Script=Han}{2,8}$/u);
  expect(endingText(reason, 'en')).not.toBe(causeText(reason, '', 'en'));
});

it('says of an end that it does not know what it says of the state', () => {
  expect(endingText('ImportFailed', 'zh')).toBe(causeText('ImportFailed', '', 'zh'));
});
