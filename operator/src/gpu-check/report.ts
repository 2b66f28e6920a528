/** What the guest of a check reports at its serial console. Pure. */
import { stripVTControlCharacters } from 'node:util';
import { gpuIdentity } from '@gpulease/crds';
import { withoutEmpty } from '@gpulease/kube';
import * as z from 'zod';
import type { GPUReport } from '../gpu-check-result.ts';

/** It may follow what else stands on the line: a time of the kernel's, or a prompt. */
const REPORT = /gpulease-check: *(\{.*\})/;
const LONGEST_LINE = 1000;

const printable = z
  .string()
  .max(200)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);

/** A field that is not as it should be is left out, such as the serial number `[N/A]`. */
const schema = z.object({
  uuid: gpuIdentity.uuid.optional().catch(undefined),
  serial: gpuIdentity.serial.optional().catch(undefined),
  message: printable.optional().catch(undefined),
});

/** What is reported in a log, of each field the last; undefined where there is nothing. */
export function reportIn(log: string): GPUReport | undefined {
  const reports = log.split(/[\r\n]+/).flatMap((line) => reportOf(line) ?? []);
  return reports.reduce<GPUReport | undefined>((all, report) => ({ ...all, ...report }), undefined);
}

function reportOf(line: string): GPUReport | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const json = REPORT.exec(stripVTControlCharacters(line))?.[1];
  const { data } = schema.safeParse(json === undefined ? undefined : parsed(json));
  return data && withoutEmpty(data);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
