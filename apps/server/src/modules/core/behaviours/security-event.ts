import type { Behaviour } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { notDeletable } from '../not-deletable.ts'

/** The security log: only the server deletes events, when their time is over. */
export const securityEventBehaviour = (site: Site): Behaviour => ({
  entity: 'Security Event',
  beforeDelete({ ctx, id }) {
    if (!ctx.system) throw notDeletable(id)
  },
  present: sentencePresenter(site, 'detail'),
})
