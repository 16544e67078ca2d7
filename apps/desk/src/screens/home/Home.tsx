import { useSession } from '@tavla/app-shell'
import type { HomeAnswer } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { loadNavigation, readNavigation, watchNavigation } from '../../frame/navigation-store.ts'
import { EntityTiles } from './EntityTiles.tsx'
import { DueDate, HomeItems, Moment } from './HomeItems.tsx'
import { PinnedFigures } from './PinnedFigures.tsx'
import { useHome } from './useHome.ts'
import './home.css'

/** The start page: what waits for the person, and the way to everything (reference: screens, Home). */
export function Home() {
  const { t } = useI18n()
  const home = useHome()
  const { entities, status } = useSyncExternalStore(watchNavigation, readNavigation)
  if (status === 'loading') return <Skeleton shape="form" lines={6} label={t('Loading…')} />
  if (status === 'failed') {
    const retry = (
      <Button onClick={() => void loadNavigation()}>
        <Text source="Retry" />
      </Button>
    )
    return <EmptyState kind="failed" title={<Text source="Something went wrong" />} action={retry} />
  }
  if (entities.length === 0)
    return <EmptyState kind="empty" title={<Text source="There is nothing here for you yet." />} />
  const icons = new Map(entities.map(({ id, icon }) => [id, icon]))
  return (
    <div className="home">
      <Greeting />
      <PinnedFigures views={home.views} />
      <div className="home-columns">
        <OwnWork home={home} icons={icons} />
        <OwnRecords home={home} icons={icons} />
      </div>
      <section className="home-section" data-part="entities" aria-labelledby="home-records">
        <h3 id="home-records" className="home-title">
          <Text source="Records" />
        </h3>
        <EntityTiles items={entities} counted={home.entities ?? []} />
      </section>
    </div>
  )
}

function Greeting() {
  const { full_name: name } = useSession()
  const { now } = useEnvironment()
  const { formatDate } = useTimes()
  const today = now().slice(0, 10)
  return (
    <header className="home-head">
      <h2 className="home-greeting">
        <Text source="Hello, {0}" args={[name]} />
      </h2>
      <p className="home-date">
        <time dateTime={today}>{formatDate(today)}</time>
      </p>
    </header>
  )
}

interface PartsProps {
  home: Partial<HomeAnswer>
  icons: ReadonlyMap<string, string | null>
}

/** Messages, assignments and reminders of the person. */
function OwnWork({ home, icons }: PartsProps) {
  return (
    <div className="home-column">
      <HomeItems
        name="waiting"
        title="Waiting for you"
        empty="Nothing is waiting for you."
        part={home.waiting}
        icons={icons}
        time={({ at }) => <Moment at={at} />}
      />
      <HomeItems
        name="assigned"
        title="Assigned to me"
        empty="Records that somebody assigns to you stand here, the most urgent first."
        part={home.assigned}
        icons={icons}
        time={({ at }) => <DueDate at={at} />}
      />
      <HomeItems
        name="reminders"
        title="Reminders"
        empty="Remind Me in the menu of a record brings it back at its time."
        part={home.reminders}
        icons={icons}
        time={({ at }) => <Moment at={at} />}
      />
    </div>
  )
}

/** Where the person was last. */
function OwnRecords({ home, icons }: PartsProps) {
  return (
    <div className="home-column">
      <HomeItems
        name="recent"
        title="Recently opened"
        empty="Records that you open stand here."
        part={home.recent}
        hasNoCount
        icons={icons}
        time={({ at }) => <Moment at={at} />}
      />
      <HomeItems
        name="changed"
        title="Changed by me"
        empty="Records that you change stand here."
        part={home.changed}
        hasNoCount
        icons={icons}
        time={({ at }) => <Moment at={at} />}
      />
    </div>
  )
}
