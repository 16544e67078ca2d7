import type { Behaviour } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { ownOnly } from '../own-only.ts'

/** Notifications are one's own, each in the language of its reader (reference: work, Notifications). */
export const notificationBehaviour = (site: Site): Behaviour => ({
  ...ownOnly('Notification'),
  present: sentencePresenter(site, 'text'),
})
