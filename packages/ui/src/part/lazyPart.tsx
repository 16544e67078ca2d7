import { type ComponentType, lazy, useState } from 'react'
import { addPart, loadedPart, loadPart } from './load-part.ts'
import { PartBoundary, type PartBoundaryProps } from './PartBoundary.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part whose code loads when it first renders, as with `lazy` (below the caller's Suspense), but which shows in its
 * own place that it failed to load or threw. A `window` has an `onClose` that closes it.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  shape: NonNullable<PartBoundaryProps['shape']> = 'panel',
): ComponentType<Props> {
  const make = () => lazy(() => loadPart(load))
  let latest = make()
  addPart(load)

  return function LazyPart(props: Props) {
    // Code that was loaded ahead renders at once.
    const [Part, setPart] = useState(() => loadedPart(load)?.default ?? latest)
    const renew = () => {
      // `lazy` remembers a failure, so a retry makes a new component.
      latest = make()
      setPart(() => latest)
    }
    const { onClose } = props as { onClose?: () => void }
    return (
      <PartBoundary shape={shape} onRetry={renew} onClose={onClose} subject={subjectOf(props)}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

/** The strings among the props, as a key of the content. */
const subjectOf = (props: object): string =>
  Object.values(props)
    .filter((value) => typeof value === 'string')
    .join('\n')
