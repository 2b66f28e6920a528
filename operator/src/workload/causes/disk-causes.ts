import { workloadReasons } from '@gpulease/crds';
import { foreignText } from '@gpulease/kube';
import type { Cause } from './cause.ts';

/** CDI creates no claim for the disk; `words` is its message. */
export function diskNotCreated(words: string): Cause {
  return {
    reason: workloadReasons.diskNotCreated,
    message:
      'The platform could not create the root disk; the machine starts once this is fixed. If it is urgent, contact support.',
    detail: `CDI has not created its PVC: ${said(words)}. Correct spec.storage of the Region, the StorageProfile or the namespace's quota.`,
  };
}

/** The claim has no volume; `words` is CDI's message. */
export function diskNotProvided(words: string): Cause {
  return {
    reason: workloadReasons.diskNotProvided,
    message:
      'The storage has not provided the root disk; the machine starts once it has. If it is urgent, contact support.',
    detail: `The PVC is not bound: ${said(words)}. See its Events.`,
  };
}

export function diskClassMissing(className: string): Cause {
  return {
    ...diskNotProvided(''),
    detail: `There is no StorageClass ${className}, which the PVC names.`,
  };
}

/** The claim with that uid and its data are gone; `successor` is the uid of the claim that replaced it. */
export function diskLost(claim: string, successor: string | undefined): Cause {
  const next =
    successor === undefined ? '' : `; its replacement, which CDI fills from the image, has ${successor}`;
  return {
    reason: workloadReasons.diskLost,
    message:
      "The machine's root disk was deleted and its data is lost. Start the machine to continue with a new disk from the image, or destroy it.",
    detail: `The PVC that held it had the uid ${claim}${next}.`,
  };
}

/** The copy of the image did not begin or end in time; `progress` is in CDI's format, such as 37.0%. */
export function diskCopyStuck(progress = 'N/A'): Cause {
  return {
    reason: workloadReasons.diskCopyStuck,
    message: 'Copying the image to the root disk is taking too long; try again later or contact support.',
    detail: `Its progress is ${progress}; check the DataVolume and CDI's pods, in this namespace and in the image's.`,
  };
}

/** CDI retries after an error; `words` is its message. */
export function importFailing(words: string): Cause {
  return {
    reason: workloadReasons.importFailing,
    message: 'Creating the disk from the image failed and is being retried.',
    detail: `CDI reports: ${said(words)}.`,
  };
}

/** CDI has given up; `words` is its message. */
export function importFailed(words: string): Cause {
  return {
    reason: workloadReasons.importFailed,
    message: 'The disk could not be created from the image; try again or contact support.',
    detail: `CDI reports: ${said(words)}.`,
  };
}

function said(words: string): string {
  return foreignText(words) || 'no reason given';
}
