import { EntityName } from '@tavla/app-shell/frame'
import type { HomeEntity, NavigationItem } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Badge, Icon, Link } from '@tavla/ui'
import { listPath } from '../../paths.ts'

interface EntityTilesProps {
  items: readonly NavigationItem[]
  counted: readonly HomeEntity[]
}

/** The entities of the side bar, each with the number of its records and of its open messages. */
export function EntityTiles({ items, counted }: EntityTilesProps) {
  const { t, formatNumber } = useI18n()
  const counts = new Map(counted.map(({ id, count }) => [id, count]))
  return (
    <ul className="home-tiles">
      {items.map(({ id, icon, label, open_count }) => {
        const count = counts.get(id)
        return (
          <li key={id}>
            <Link className="home-tile" href={listPath(id)}>
              <Icon name={icon} />
              <span className="home-tile-name">
                <EntityName name={label} />
              </span>
              <Badge count={open_count} label={t('Open')} isQuiet />
              {typeof count === 'number' && <span className="home-tile-count numeric">{formatNumber(count)}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
