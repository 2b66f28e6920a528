/** Helpers for the tests of whoever builds on this package. Product code never imports this. */
export { eventually } from './eventually.ts';
export { FakeClock } from './fake-clock.ts';
export { TcpProxy } from './tcp-proxy.ts';
