import { EntityName } from '@tavla/app-shell/frame'
import { type HomeItem, type HomePart, isHashId } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useTimes } from '@tavla/i18n/react'
import { Icon, Link, moveFocus, Pill, type PillColor } from '@tavla/ui'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { PartName } from './affected.ts'
import { HomeSection } from './HomeSection.tsx'

interface HomeItemsProps {
  name: PartName
  title: string
  empty: string
  part: HomePart | null | undefined
  /** Icons of entities by their names. */
  icons: ReadonlyMap<string, string | null>
  /** The part shows the last records of many, whose number says nothing. */
  hasNoCount?: boolean
  /** How the time of an item is said. */
  time: (item: HomeItem) => ReactNode
}

/** Records of a part of Home; one stop of the Tab key, in which arrows move. */
export function HomeItems({ name, title, empty, part, icons, hasNoCount = false, time }: HomeItemsProps) {
  const items = part?.items ?? []
  const [stop, setStop] = useState(0)
  const current = Math.min(stop, items.length - 1)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // Letters are keys of the screen.
    if (event.key.length > 1) moveFocus(event, 'a', 'vertical')
  }
  return (
    <HomeSection {...{ name, title, empty, part }} count={hasNoCount ? 0 : part?.count} isEmpty={items.length === 0}>
      <ul className="home-items" {...{ onKeyDown: move }}>
        {items.map((item, at) => (
          <li key={JSON.stringify([item.entity, item.id, item.at, item.line])}>
            <Item
              item={item}
              tab={name === 'waiting' ? 'communication' : undefined}
              icon={icons.get(item.entity)}
              time={time(item)}
              isStop={at === current}
              onFocus={() => setStop(at)}
            />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

interface ItemProps {
  item: HomeItem
  /** The tab in which its record opens, instead of the details. */
  tab: string | undefined
  icon: string | null | undefined
  time: ReactNode
  isStop: boolean
  onFocus: () => void
}

function Item({ item, tab, icon, time, isStop, onFocus }: ItemProps) {
  const { recordPath } = useEnvironment()
  const { entity, id, title, state, color, line } = item
  const path = recordPath(entity, id) ?? ''
  return (
    <Link
      className="home-item"
      href={tab === undefined ? path : `${path}?tab=${tab}`}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
    >
      <Icon name={icon ?? null} />
      <span className="home-item-text">
        <span className="home-item-line">
          <bdi className="home-item-title">{title}</bdi>
          {line !== '' && <bdi>{line}</bdi>}
        </span>
        <span className="home-item-place">
          <EntityName name={entity} />
          {title !== id && !isHashId(id) && (
            <>
              {' · '}
              <bdi dir="ltr">{id}</bdi>
            </>
          )}
        </span>
      </span>
      {state !== null && (
        <Pill color={(color ?? undefined) as PillColor | undefined}>
          <Text source={state} context={entity} />
        </Pill>
      )}
      <span className="home-item-time">{time}</span>
    </Link>
  )
}

/** A moment, as lists say it. */
export function Moment({ at }: { at: string | null }) {
  const { now } = useEnvironment()
  const { formatDateTime } = useTimes()
  if (at === null) return null
  const moment = now()
  return <time dateTime={at}>{formatDateTime(at, moment, undefined, moment.slice(0, 4))}</time>
}

/** A date on which something is due: late ones stand out. */
export function DueDate({ at }: { at: string | null }) {
  const { now } = useEnvironment()
  const { formatDate } = useTimes()
  if (at === null) return null
  const today = now().slice(0, 10)
  if (at === today) return <Text source="Due today" />
  const date = formatDate(at, today.slice(0, 4))
  if (at > today) return <time dateTime={at}>{date}</time>
  return (
    <span className="home-late">
      <Text source="Overdue" /> · <time dateTime={at}>{date}</time>
    </span>
  )
}
