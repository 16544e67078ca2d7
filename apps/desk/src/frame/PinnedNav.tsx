import { useSession } from '@tavla/app-shell'
import { client, watchEvents } from '@tavla/app-shell/frame'
import { createReadThrottle } from '@tavla/client'
import { arrangePinned, pinnedViews } from '@tavla/client/pinned'
import type { PinnedView } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useRowSort } from '@tavla/fields/rows'
import { Text, useI18n } from '@tavla/i18n/react'
import { announce, Icon, NavLink } from '@tavla/ui'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { listPath, viewPath } from '../paths.ts'
import { loadNavigation } from './navigation-store.ts'
import './pinned-nav.css'

interface PinnedNavProps {
  isNarrow: boolean
  onFollow?: (() => void) | undefined
}

/** The pinned views in the side bar, each with its number of records; dragging or keys sort them (reference: screens, Frame). */
export default function PinnedNav({ isNarrow, onFollow }: PinnedNavProps) {
  const { t } = useI18n()
  const { user } = useSession()
  const { onError } = useEnvironment()
  const { pathname, search } = useLocation()
  const views = useSyncExternalStore(pinnedViews.subscribe, pinnedViews.getSnapshot).views ?? []
  const heading = useId()
  useLiveCounts(views)
  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    const moved = views.toSpliced(from, 1).toSpliced(to, 0, ...views.slice(from, from + 1))
    announce(t('{0} of {1}', [to + 1, views.length]))
    void arrangePinned(client, user, moved).catch(onError)
  })
  const shown = new URLSearchParams(search).get('view')
  return (
    <>
      <h2 id={heading} className={isNarrow ? 'visually-hidden' : 'nav-heading'}>
        <Text source="Pinned views" />
      </h2>
      <ul ref={attach} className="nav-list" aria-labelledby={heading}>
        {views.map((view, index) => (
          <li key={view.id} className="pinned-item" data-held={heldIndex === index || undefined}>
            <NavLink
              isCollapsed={isNarrow}
              item={{
                ...{ href: viewPath(view.entity, view.id), icon: view.icon ?? 'push_pin', label: view.title },
                isActive: shown === view.id && pathname === listPath(view.entity),
                // On an icon alone a number looks like what waits for the person.
                count: isNarrow ? 0 : (view.count ?? 0),
                countLabel: t('Records'),
              }}
              {...(onFollow && { onFollow })}
            />
            {!isNarrow && views.length > 1 && (
              <button
                type="button"
                className="pinned-handle"
                aria-label={`${t('Drag to reorder')}: ${view.title}`}
                {...handleProps(index)}
              >
                <Icon name="drag_indicator" size="small" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Counts again when records of a pinned view's entity change. */
function useLiveCounts(views: readonly PinnedView[]): void {
  const entities = [...new Set(views.map(({ entity }) => entity))].toSorted().join('\n')
  useEffect(() => {
    const heard = new Set(entities.split('\n'))
    const throttle = createReadThrottle(() => void loadNavigation())
    const stops = [
      ...[...heard].map((entity) => client.live.watchList(entity)),
      watchEvents((name, payload) => {
        if (name === 'list_update' && heard.has(String((payload as { entity?: unknown }).entity))) throttle.schedule()
      }),
    ]
    return () => {
      throttle.stop()
      for (const stop of stops) stop()
    }
  }, [entities])
}
