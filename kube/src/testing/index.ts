/** Test helpers for packages that build on this one. Production code never imports them. */
export { eventually } from './eventually.ts';
export { FakeClock } from './fake-clock.ts';
export { startCollector, type CollectedSpan, type FakeCollector } from './fake-collector.ts';
export { ScriptedServer } from './scripted-server.ts';
export { TcpProxy } from './tcp-proxy.ts';
