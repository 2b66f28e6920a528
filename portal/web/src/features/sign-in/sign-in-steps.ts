import type { SignInAnswer } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useEnterSession } from '../../session/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Lazy because most accounts do not need it. */
export const LazySecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep);

/** The state of a sign-in. `token` identifies a sign-in that waits for its second step. */
export function useSignInSteps(console: SessionConsole) {
  const enter = useEnterSession(console);
  const [token, setToken] = useState<string>();
  return {
    token,
    /** Handles the answer to the first step: a session, or a request for the second factor. */
    onAnswer: ({ secondFactor, ...session }: SignInAnswer) => {
      if (secondFactor) setToken(secondFactor.token);
      else enter(session);
    },
    startAgain: () => setToken(undefined),
  };
}
