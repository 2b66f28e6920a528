import { expect, it } from '@jest/globals';
import { readSettings } from './settings.ts';

it('stores its data in the clone and serves on 8080 by default', () => {
  const { port, home, repository } = readSettings({});
  expect(port).toBe(8080);
  expect(home).toBe(`${repository}/.gpulease`);
});

it('reads the port and the folder from the environment', () => {
  expect(readSettings({ PORT: '9000', GPULEASE_HOME: '/srv/demo' })).toMatchObject({
    port: 9000,
    home: '/srv/demo',
  });
});

it.each(['', 'http', '0', '70000', '80.5'])('refuses the port %p', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow('PORT must be a port number');
});

it('fills a new demo with a business by default', () => {
  expect(readSettings({}).data).toBe('business');
  expect(readSettings({ GPULEASE_DEMO_DATA: 'none' }).data).toBe('none');
  expect(() => readSettings({ GPULEASE_DEMO_DATA: 'some' })).toThrow('must be business or none');
});
