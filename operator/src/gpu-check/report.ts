/** Parses the report that the guest of a check writes to its serial console. Pure. */
import { stripVTControlCharacters } from 'node:util';
import { gpuIdentity } from '@gpulease/crds';
import { withoutEmpty } from '@gpulease/kube';
import * as z from 'zod';
import type { GPUReport } from '../gpu-check-result.ts';

/** The report may follow other text on the line, such as a kernel timestamp or a prompt. */
const REPORT = /gpulease-check: *(\{.*\})/;
const LONGEST_LINE = 1000;

const printable = z
  .string()
  .max(200)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);

/** Drops invalid fields, such as the serial number `[N/A]`. */
const schema = z.object({
  uuid: gpuIdentity.uuid.optional().catch(undefined),
  serial: gpuIdentity.serial.optional().catch(undefined),
  message: printable.optional().catch(undefined),
});

/** Returns the last value of each field reported in a log; undefined if nothing is reported. */
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
