import type { NavigationAnswer } from '@tavla/contract'
import { navigation } from '../../../../entity/index.ts'
import type { RouteFile } from '../../../routes.ts'

/** The entities of the staff app's side bar, and what `list_update` takes as `since`. */
const routes: RouteFile = (app) => {
  app.get('', async ({ ctx }): Promise<NavigationAnswer> => {
    const { engine } = app.site
    // Before the counts: what is written meanwhile is told once too often, never too rarely.
    const stamp = engine.generations.mark('Communication')
    return { entities: await navigation(engine, ctx), stamp }
  })
}

export default routes
