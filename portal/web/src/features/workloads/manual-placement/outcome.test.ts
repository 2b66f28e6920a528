import { expect, it } from '@jest/globals';
import { aWorkload } from '../../../testing/samples.ts';
import { outcomeOf } from './outcome.ts';

const at = (change: object) => outcomeOf({ ...aWorkload, etag: '4', observed: true, ...change }, '4');

it.each([
  ['a response from before the choice', { etag: '3', status: 'RUNNING' }, 'waiting'],
  ['a choice that the operator has not observed', { observed: false, reason: 'PortTaken' }, 'waiting'],
  ['a machine that is being placed', { status: 'PENDING', reason: 'Placing' }, 'waiting'],
  ['a machine that has a place', { status: 'SCHEDULED', reason: 'Scheduled' }, 'waiting'],
  ['a machine that starts', { status: 'STARTING', reason: 'Starting' }, 'done'],
  ['a machine that stays stopped', { status: 'STOPPED', reason: 'StopRequested' }, 'done'],
  ['a start at a later time', { status: 'PENDING', reason: 'Booked' }, 'done'],
  ['a node without room yet', { status: 'PENDING', reason: 'NoCapacity' }, 'done'],
  ['a port that is taken', { status: 'PENDING', reason: 'PortTaken' }, 'refused'],
  ['a running machine that stays where it is', { status: 'RUNNING', reason: 'Running' }, 'done'],
  ['a running machine that leaves its node', { status: 'STOPPING', reason: 'Moving' }, 'done'],
  ['a running machine whose new node has no room', { status: 'RUNNING', reason: 'MoveWaiting' }, 'refused'],
  ['a running machine whose new port is taken', { status: 'RUNNING', reason: 'PortTaken' }, 'refused'],
  ['a node that cannot run it', { status: 'PENDING', reason: 'NodeUnsuitable' }, 'refused'],
])('the outcome of %s', (_, change, outcome) => {
  expect(at(change)).toBe(outcome);
});
