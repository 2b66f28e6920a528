import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { findFreePort, findFreePorts, isPortFree } from './ports.ts';

const execute = promisify(execFile);

/** Requests `count` free ports in another process. */
async function portsOfAnotherProcess(count: number): Promise<number[]> {
  const module = new URL('ports.ts', import.meta.url).href;
  const program = `
    const { findFreePorts } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(await findFreePorts(${count})));`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as number[];
}

describe('free ports', () => {
  it('are outside the range of outgoing connections', async () => {
    const port = await findFreePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(30_000);
  });

  it('are never handed out twice, within or across processes, even before anything listens on them', async () => {
    const ours = await findFreePorts(250);
    const theirs = await portsOfAnotherProcess(250);
    expect(new Set([...ours, ...theirs]).size).toBe(500);
  });

  it('can be bound by the program they were found for', async () => {
    const port = await findFreePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });
});
