import { expect, it } from '@jest/globals';
import { causeText } from './causes.ts';

/** Every reason that a customer can meet: of the state, of the conditions, of events and of ended runs. */
const reasons = [
  ...['OrderPlaced', 'OrderAccepted', 'OrderRejected', 'InsufficientFunds', 'TermEnded', 'Released'],
  ...['WaitingForOrder', 'WaitingForSettlement', 'TenantUnknown', 'TenantSuspended', 'ImageNotReady'],
  ...['Placing', 'AwaitingSpot', 'ReservationTooFar', 'Booked', 'DiskElsewhere', 'AddressNotInRegion'],
  ...['PortTaken', 'HostTaken', 'HostNotInRegion', 'UserDataMissing', 'GPUNotPermitted', 'Scheduled'],
  ...['NodeUnavailable', 'PlaceClaimed', 'Unschedulable', 'Starting', 'Running', 'Stopped', 'Frozen'],
  ...['DestroyRequested', 'Destroyed', 'StopRequested', 'Funds', 'RunwayEnded', 'GuestPoweredOff'],
  ...['Maintenance', 'MaintenanceNotice', 'Spot', 'SpotNotice', 'SpotInterrupted', 'NoticeWithdrawn'],
  ...['RestartRequested', 'MachineReplaced', 'MachineEnded', 'StartDeadlineExceeded', 'CrashLoop'],
  ...['ImportFailed', 'ImportFailing', 'ImageImportFailed', 'ImagePullError', 'RefusedByKubeVirt'],
  ...['NodeLost', 'NodeNotReady', 'StuckTerminating', 'ReferenceMissing', 'ReferenceDeleted', 'NotOnOffer'],
  ...['NoSuchNode', 'NodeUnsuitable', 'SKUNotOffered', 'ArchitectureNotOffered', 'NeverPlaceable'],
  ...['NoCapacity', 'NodesUnavailable', 'Queued', 'QuotaExceeded', 'CopyingImage', 'NotExposed'],
  ...['GuestNotReady', 'Provisioned', 'Reachable', 'DiskGrowing', 'DiskGrowsAtStart', 'DiskNotIncluded'],
  ...['NoRoomForDisk', 'StorageCannotGrow', 'Vanished'],
];

it.each(reasons)('%s has words in Chinese', (reason) => {
  expect(causeText(reason, 'In English.', 'zh')).toMatch(
    /^[^A-Za-z]*(?:(?:SSH|HTTP|GPU|Secret|userdata)[^A-Za-z]*)*$/,
  );
});

it('is never blank', () => {
  expect(causeText('SomethingNew', '', 'zh')).toBe('Something new');
  expect(causeText('SomethingNew', '', 'en')).toBe('Something new');
  expect(causeText('SomethingNew', 'It is new.', 'zh')).toBe('It is new.');
});
