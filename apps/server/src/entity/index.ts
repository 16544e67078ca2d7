export { runAction } from './actions.ts'
export type * from './actor.ts'
export { actorOf, contextOf, guest, systemContext } from './actors.ts'
export { StampedCache } from './caches/stamped-cache.ts'
export { mayHold, wrongFileType } from './check-links.ts'
export { addMillis } from './clock.ts'
export type { EntityDefinition, FieldDefinition } from './definition.ts'
export { writeRecords } from './definitions/exclusive.ts'
export { purgeRetired } from './definitions/retire.ts'
export { removeRecord } from './delete.ts'
export type { Engine, EngineOptions } from './engine.ts'
export { requireReference, seenWithReference } from './follow-reference.ts'
export { newRowId, nextLogId } from './ids.ts'
export { listRecords } from './list.ts'
export { listRecordsText } from './list-text.ts'
export {
  countOf,
  exists,
  type Found,
  find,
  findOne,
  type Lookup,
  type Match,
  type Matches,
  setSilently,
} from './lookup.ts'
export { entityMeta } from './meta.ts'
export type { Field, Model } from './model.ts'
export { isNamedIn } from './named-in.ts'
export { invalidId } from './naming.ts'
export { navigation } from './navigation.ts'
export { keepOnlyOne } from './only-one.ts'
export { openEngine, openEngineAsIs } from './open-engine.ts'
export { decide, effectiveRights, requireRight } from './permissions.ts'
export { column, columnOf, Plans, Slot } from './plan.ts'
export {
  canReadRecord,
  findVisible,
  getRecord,
  isReadable,
  presentRecord,
  readTables,
  requireOwnership,
  requireRecord,
} from './read.ts'
export { type Reach, Readers, reachOf } from './readers.ts'
export { renameEntity, renameRecord } from './rename.ts'
export { bindOldSecrets, type Resealed, resealAll } from './reseal.ts'
export type { StoredRow, StoredTables } from './rows.ts'
export { announce } from './save.ts'
export { openSecret, readSecret, systemPlace } from './secret-values.ts'
export type { SiteSettings } from './settings.ts'
export { readSettings } from './settings.ts'
export { isTooBusyFor } from './sizes.ts'
export { sqlOf } from './sql-of.ts'
export { linkSuggestions } from './suggestions.ts'
export type * from './types.ts'
export { referenceIsReadable, userSlot } from './visibility.ts'
export { bulkUpdate, createIn, createRecord, deleteRecord, updateIn, updateRecord } from './write.ts'
