import { lazy, Suspense, type ComponentType } from 'react';

/** A dialog whose code (mostly a form's) is loaded when it is first opened. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props: Props) {
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
