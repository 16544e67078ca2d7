import type { EntityState, ListAddress, SavedView } from '@tavla/client'
import { followView, keepView, openAddressed } from '@tavla/client/views'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useEffectEvent } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * Takes what others do to the open view: a changed one is shown or differs, one that is gone leaves the list as it is.
 * Opens what a link to the open list asks for.
 */
export function useFollowedView(state: EntityState, views: readonly SavedView[] | undefined): SavedView | undefined {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const active = views?.find(({ id }) => id === state.view)
  const isGone = views !== undefined && state.view !== null && !active && state.status === 'ready'
  const leave = useEffectEvent(() => {
    notify(t('This view is gone, or you may not see it anymore.'))
    keepView(client, state.entity, null)
  })
  const follow = useEffectEvent((view: SavedView) => {
    if (followView(client, state.entity, view)) notify(t('The view {0} was changed.', [view.title]))
  })
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])
  const isReady = state.status === 'ready'
  useEffect(() => {
    if (active && isReady) follow(active)
  }, [active, isReady])
  const { asked } = state
  const open = useEffectEvent((address: ListAddress) => void openAddressed(client, state.entity, address))
  useEffect(() => {
    if (asked && isReady) open(asked)
  }, [asked, isReady])
  return active
}
