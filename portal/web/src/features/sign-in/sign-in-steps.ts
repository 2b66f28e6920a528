import type { SignInAnswer } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useEnterSession } from '../../session/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Most accounts sign in without it. */
export const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep);

interface SignInSteps {
  /** Of the sign-in that waits for its second step. */
  readonly token: string | undefined;
  /** Takes what the first step was answered with: the session, or that the second factor is asked for. */
  readonly onAnswer: (answer: SignInAnswer) => void;
  readonly startAgain: () => void;
}

/** How far a sign-in has come. */
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
