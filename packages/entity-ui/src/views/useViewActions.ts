import type { EntityState, SavedView } from '@tavla/client'
import { pinView } from '@tavla/client/pinned'
import { changesOf, contentOf, keepView, viewEntity, viewWrites } from '@tavla/client/views'
import { textOf } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { orderAfterMove } from './view-order.ts'

/** Saving, copying, moving and deleting a view; failures stand in the error window. */
export function useViewActions(state: EntityState, views: readonly SavedView[]) {
  const { t } = useI18n()
  const { client, session, onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const writes = viewWrites(client)
  const { entity } = state
  const run = (act: () => Promise<void>) => {
    setPending(true)
    void act()
      .catch(onError)
      .finally(() => setPending(false))
  }
  return {
    isPending,
    save: (view: SavedView) =>
      run(async () => {
        const saved = await writes.update(entity, { id: view.id, ...changesOf(state, view) })
        keepView(client, entity, saved)
        tellWritten(t, t('The view {0} was saved.', [saved.title]), viewEntity, saved.id)
      }),
    duplicate: (view: SavedView) =>
      run(async () => {
        const title = t('{0} (copy)', [view.title])
        // A copy of the list as it stands: what differs from the view is in the copy.
        const copy = await writes.create(entity, { ...contentOf(state), title, scope: 'Mine' })
        keepView(client, entity, copy)
        tellWritten(t, t('The view {0} was saved.', [title]), viewEntity, copy.id)
      }),
    move: (view: SavedView, step: number) => run(() => writes.arrange(entity, orderAfterMove(views, view, step))),
    pin: (view: SavedView, isPinned: boolean) =>
      run(() =>
        pinView(
          client,
          session.user,
          { id: view.id, title: view.title, entity, icon: textOf(view.icon) || null, count: null },
          isPinned,
        ),
      ),
    remove: (view: SavedView) =>
      run(async () => {
        await writes.remove(entity, view.id)
        tellWritten(t, t('The view {0} was deleted.', [view.title]), viewEntity, view.id)
      }),
  }
}
