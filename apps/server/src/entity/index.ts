export { StampedCache } from './caches/stamped-cache.ts'
export { renameEntity } from './definitions/rename-entity.ts'
export { renameRecord } from './definitions/rename-record.ts'
export { purgeRetired } from './definitions/retire.ts'
export type { Engine, EngineOptions } from './engine.ts'
export type { EntityDefinition, FieldDefinition } from './model/definition.ts'
export { writeRecords } from './model/definition-lock.ts'
export type { Field } from './model/field.ts'
export type { Model } from './model/model.ts'
export { openEngine, openEngineAsIs } from './open-engine.ts'
export type * from './people/actor.ts'
export { actorOf, contextOf, guest, systemContext } from './people/actors.ts'
export { isNamedIn } from './people/named-in.ts'
export { decide, effectiveRights, requireRight } from './people/permissions.ts'
export { referenceIsReadable, userSlot } from './people/visibility.ts'
export { listRecords } from './reading/list.ts'
export { listRecordsText } from './reading/list-text.ts'
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
} from './reading/lookup.ts'
export { entityMeta } from './reading/meta.ts'
export { navigation } from './reading/navigation.ts'
export {
  canReadRecord,
  findVisible,
  getRecord,
  isReadable,
  presentRecord,
  readTables,
  requireOwnership,
  requireRecord,
} from './reading/read.ts'
export { type Reach, Readers, reachOf } from './reading/readers.ts'
export { linkSuggestions } from './reading/suggestions.ts'
export { bindOldSecrets, type Resealed, resealAll } from './secrets/reseal.ts'
export { openSecret, readSecret, systemPlace } from './secrets/secret-values.ts'
export type { SiteSettings } from './settings.ts'
export { readSettings } from './settings.ts'
export type { StoredRow, StoredTables } from './tables/rows.ts'
export { isTooBusyFor } from './tables/sizes.ts'
export { Plans, Slot, sqlOf } from './tables/sql-of.ts'
export type * from './types.ts'
export { runAction } from './writing/actions.ts'
export { announce } from './writing/announce.ts'
export { mayHold, wrongFileType } from './writing/check-links.ts'
export { removeRecord } from './writing/delete.ts'
export { requireReference, seenWithReference } from './writing/follow-reference.ts'
export { newRowId, nextLogId } from './writing/ids.ts'
export { invalidId } from './writing/naming.ts'
export { keepOnlyOne } from './writing/only-one.ts'
export { bulkUpdate, createIn, createRecord, deleteRecord, updateIn, updateRecord } from './writing/write.ts'
