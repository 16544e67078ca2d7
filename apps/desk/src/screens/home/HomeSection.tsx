import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Skeleton } from '@tavla/ui'
import { type ReactNode, useId } from 'react'
import type { PartName } from './affected.ts'
import { loadHome } from './home-store.ts'

interface HomeSectionProps {
  name: PartName
  title: string
  count?: number | undefined
  /** Undefined while the part is read for the first time, null when it could not be. */
  part: unknown
  /** Says of an empty part how something comes to stand there. */
  empty: string
  isEmpty: boolean
  children: ReactNode
}

/** A part of Home with its name and number; alone in being read, empty or away. */
export function HomeSection({ name, title, count = 0, part, empty, isEmpty, children }: HomeSectionProps) {
  const { t, formatNumber } = useI18n()
  const id = useId()
  return (
    <section className="home-section" data-part={name} aria-labelledby={id} aria-busy={part === undefined}>
      <h3 id={id} className="home-title">
        <Text source={title} /> {count > 0 && <span className="home-count numeric">{formatNumber(count)}</span>}
      </h3>
      {part === undefined ? (
        <Skeleton shape="form" lines={2} label={t('Loading…')} />
      ) : part === null ? (
        <p className="home-note" role="alert">
          <Text source="This part could not be loaded." />{' '}
          <Button size="small" variant="quiet" onClick={() => void loadHome([name])}>
            <Text source="Retry" />
          </Button>
        </p>
      ) : isEmpty ? (
        <p className="home-note">
          <Text source={empty} />
        </p>
      ) : (
        children
      )}
    </section>
  )
}
