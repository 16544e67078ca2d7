import type { NavigationAnswer } from '@tavla/contract'
import { navigation } from '../../../../entity/index.ts'
import type { RouteFile } from '../../../routes.ts'

/** The entities of the staff app's side bar, and the stamp that `list_update` takes as `since`. */
const routes: RouteFile = (app) => {
  app.get('', async ({ ctx }): Promise<NavigationAnswer> => {
    const { engine } = app.site
    // Taken before the counts: a write in between is reported once too often, never missed.
    const stamp = engine.generations.mark('Communication')
    const [unread_notifications, entities, pinned_views] = await Promise.all([
      app.site.notifications.unreadOf(ctx),
      navigation(engine, ctx),
      app.site.pinned.counted(ctx),
    ])
    return { entities, stamp, unread_notifications, pinned_views }
  })
}

export default routes
