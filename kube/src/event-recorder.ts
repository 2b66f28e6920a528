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
  /** The reporting controller, such as `gpulease.dev/operator`. */
  controller: string;
  /** The process of the controller. */
  instance: string;
  logger?: Logger | undefined;
  clock?: Clock | undefined;
}

/** An occurrence on an object, as `kubectl describe` shows it. */
export interface EventFields {
  type: 'Normal' | 'Warning';
  /** The cause, in CamelCase. */
  reason: string;
  /** The action taken, in CamelCase. */
  action: string;
  /** One sentence. */
  note: string;
  /** The note without the details for administrators; absent if it has none. */
  message?: string | undefined;
  /** The values in the note, for readers that phrase it differently. */
  parameters?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface EventRecorder {
  /** Records an occurrence and counts its repetitions. Never rejects: a failed write is logged. */
  record(regarding: ApiObject, fields: EventFields): Promise<void>;
}

/** The parameters of an Event, as JSON. */
export const PARAMETERS_ANNOTATION = 'gpulease.dev/parameters';

/** The text that customers read instead of an Event's note. */
export const MESSAGE_ANNOTATION = 'gpulease.dev/message';

/** The API's limit. */
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

/** Builds the event. Its name ends in a hash of its content, so that a repetition finds it. */
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

/** Whether another process counted the event in between, or it expired. */
function isRace(error: unknown): boolean {
  return isConflict(error) || isNotFound(error);
}
