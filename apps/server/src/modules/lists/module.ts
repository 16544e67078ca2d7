import type { MakeModule } from '../../site.ts'
import { listSettingBehaviour } from './list-setting.ts'
import { listViewBehaviour } from './list-view.ts'
import { pinnedViews } from './pinned.ts'
import { viewRoutes } from './routes.ts'
import { createViewCounter } from './view-counts.ts'

/** How people like their lists: what each left as it was, and views with a name that can be shared. */
const makeListsModule: MakeModule = (site) => {
  const counter = createViewCounter(site)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [listSettingBehaviour, listViewBehaviour],
    provides: { pinned: pinnedViews(site, counter) },
    routes: viewRoutes(site, counter),
    fieldNameLists: ['order_by', 'group_by', 'board_field', 'calendar_start', 'calendar_end'].map((list) => ({
      entity: 'List View',
      owner: 'ref_entity',
      list,
    })),
  }
}

export default makeListsModule
