import { type ComponentType, lazy, useState } from 'react'
import { addPart, loadedPart, loadPart } from './load-part.ts'
import { PartBoundary, type PartBoundaryProps } from './PartBoundary.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part whose code comes when it is first needed, as `lazy` (below a Suspense of the caller's), but one that says in its own
 * place when it can't be loaded or breaks. A `window` has an `onClose`, which gives it up.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  shape: NonNullable<PartBoundaryProps['shape']> = 'panel',
): ComponentType<Props> {
  const make = () => lazy(() => loadPart(load))
  let latest = make()
  addPart(load)

  return function LazyPart(props: Props) {
    // What was loaded ahead is drawn at once.
    const [Part, setPart] = useState(() => loadedPart(load)?.default ?? latest)
    const renew = () => {
      // What failed once stays failed, so another attempt is another part.
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

/** The names and ids among the properties. */
const subjectOf = (props: object): string =>
  Object.values(props)
    .filter((value) => typeof value === 'string')
    .join('\n')
