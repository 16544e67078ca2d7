import { useSession } from '@tavla/app-shell'
import { EntityName } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton, Tile } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { loadNavigation, readNavigation, watchNavigation } from '../frame/navigation-store.ts'
import { listPath } from '../paths.ts'
import './home.css'

/** The start page: a tile for each main entity (reference: http-api, Navigation). */
export function Home() {
  const { t } = useI18n()
  const { full_name: name } = useSession()
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
  return (
    <div className="home">
      <h2 className="home-greeting">
        <Text source="Hello, {0}" args={[name]} />
      </h2>
      <ul className="home-tiles">
        {entities.map((item) => (
          <li key={item.id}>
            <Tile
              href={listPath(item.id)}
              icon={item.icon}
              label={<EntityName name={item.label} />}
              count={item.open_count}
              countLabel={t('Open')}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
