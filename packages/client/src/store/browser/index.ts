/**
 * The stores that a browser keeps over reloads (reference: screens, Drafts). This part is loaded with the first form or
 * list, never by the sign-in screens.
 */
export { browserDatabase, countOf, rangeOf, wipeUser } from './database.ts'
export {
  draftKeys,
  keepDraft,
  readDraft,
  removeDraft,
  removeOldDrafts,
  watchDrafts,
} from './drafts.ts'
export type { DraftKey, DraftKind, KeptDraft } from './schema.ts'
export { hearTabs, tellTabs } from './tabs.ts'
