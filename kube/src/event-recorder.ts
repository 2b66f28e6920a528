import { createHash } from 'node:crypto';
import { isAlreadyExists, isConflict, isNotFound } from './api-error.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { events } from './core/definitions.ts';
import type { Event } from './core/system.ts';
import { silentLogger, type Logger } from './logger.ts';
import { formatMicroTime } from './times.ts';
import type { ApiObject, NewObject } from './object.ts';
import type { ResourceClient } from './resource-client.ts';
import { retry } from './retry.ts';

export interface EventRecorderOptions {
  /** Who reports, such as `gpulease.dev/operator`. */
  controller: string;
  /** Which of its processes. */
  instance: string;
  logger?: Logger | undefined;
  clock?: Clock | undefined;
}

/** What happened to an object, for the people who look at it with `kubectl describe`. */
export interface EventFields {
  type: 'Normal' | 'Warning';
  /** Why, in CamelCase. */
  reason: string;
  /** What was done, in CamelCase. */
  action: string;
  /** One sentence. */
  note: string;
  /** The note without what only administrators read; absent where nothing is left out. */
  message?: string | undefined;
  /** The values that the note names, for those who say it in other words. */
  parameters?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface EventRecorder {
  /** Records that something happened; the same thing again is counted. It never fails: an event that is not taken is logged. */
  record(regarding: ApiObject, fields: EventFields): Promise<void>;
}

/** Holds the parameters of an Event, as JSON. */
export const PARAMETERS_ANNOTATION = 'gpulease.dev/parameters';

/** Holds what others than administrators read instead of an Event's note. */
export const MESSAGE_ANNOTATION = 'gpulease.dev/message';

/** The API takes no longer ones. */
const MAX_NOTE_LENGTH = 1024;

export function createEventRecorder(cluster: Cluster, options: EventRecorderOptions): EventRecorder {
  const { logger = silentLogger, clock = systemClock } = options;
  const client = cluster.resource(events);
  return {
    async record(regarding, fields) {
      try {
        const event = buildEvent(regarding, fields, { ...options, now: clock.now() });
        await retry(() => createOrCount(client, event), { when: isRace });
      } catch (error) {
        const { kind, metadata } = regarding;
        logger.warn(
          { err: error, kind, namespace: metadata.namespace, name: metadata.name, ...fields },
          'Could not record an event',
        );
      }
    },
  };
}

/** The event, whose name says what it is about, so that the same thing again finds it. */
export function buildEvent(
  regarding: ApiObject,
  { parameters, message, ...fields }: EventFields,
  { controller, instance, now }: Pick<EventRecorderOptions, 'controller' | 'instance'> & { now: Date },
): NewObject<Event> {
  const { name, namespace, uid, resourceVersion } = regarding.metadata;
  const { apiVersion, kind } = regarding;
  const annotations = {
    ...(message !== undefined && { [MESSAGE_ANNOTATION]: message }),
    ...(parameters && { [PARAMETERS_ANNOTATION]: JSON.stringify(parameters) }),
  };
  const id = createHash('sha256')
    .update(JSON.stringify([uid, fields.reason, fields.note]))
    .digest('hex')
    .slice(0, 16);
  return {
    metadata: {
      name: `${name}.${id}`,
      namespace: namespace ?? 'default',
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    eventTime: formatMicroTime(now),
    reportingController: controller,
    reportingInstance: instance,
    regarding: { apiVersion, kind, name, namespace, uid, resourceVersion },
    ...fields,
    note: fields.note.slice(0, MAX_NOTE_LENGTH),
  };
}

async function createOrCount(client: ResourceClient<Event>, event: NewObject<Event>): Promise<void> {
  try {
    await client.create(event);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const { metadata, series } = await client.get(event.metadata);
    await client.mergePatch(event.metadata, {
      metadata: { resourceVersion: metadata.resourceVersion },
      series: { count: (series?.count ?? 1) + 1, lastObservedTime: event.eventTime },
    });
  }
}

/** Somebody else counted it, or it expired, in between. */
function isRace(error: unknown): boolean {
  return isConflict(error) || isNotFound(error);
}
