import type { SignInAnswer } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useEnterSession } from '../../session/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Most accounts do not need it. */
export const LazySecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep);

interface SignInSteps {
  /** The id of the sign-in that waits for its second step. */
  readonly token: string | undefined;
  /** Handles the answer to the first step: a session, or a request for the second factor. */
  readonly onAnswer: (answer: SignInAnswer) => void;
  readonly startAgain: () => void;
}

/** The state of a sign-in. */
export function useSignInSteps(console: SessionConsole): SignInSteps {
  const enter = useEnterSession(console);
  const [token, setToken] = useState<string>();
  return {
    token,
    onAnswer: ({ secondFactor, ...session }) => {
      if (secondFactor) setToken(secondFactor.token);
      else enter(session);
    },
    startAgain: () => setToken(undefined),
  };
}
