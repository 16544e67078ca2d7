export { AllRefused, writeBlock, writeWhole } from './bulk/block.ts'
export { type PlanNumbers, planBulk } from './bulk/plan.ts'
export { actionForMany, planAction } from './bulk/plan-action.ts'
export { presentRefusals, type RowRefusal, refusalOf } from './bulk/refusals.ts'
export { openForMany, type RowWrite } from './bulk/row-write.ts'
export { targetIds } from './bulk/target.ts'
export type { Recalculation } from './caches/recalculations.ts'
export { StampedCache } from './caches/stamped-cache.ts'
export { engineChecks } from './checking/checks.ts'
export { Findings } from './checking/findings.ts'
export { type RepairCounts, repairDerived } from './checking/repair.ts'
export { staleSearches } from './checking/search.ts'
export { documentTables } from './definitions/document-tables.ts'
export { isInstalled } from './definitions/install.ts'
export {
  endRecalculation,
  ofSiteCurrency,
  plannedRecalculations,
  planRecalculation,
} from './definitions/recalculation.ts'
export { renameEntity } from './definitions/rename-entity.ts'
export { renameRecord } from './definitions/rename-record.ts'
export { renameRoleInTransitions } from './definitions/rename-role.ts'
export { purgeRetired } from './definitions/retire.ts'
export type { Engine, EngineOptions } from './engine.ts'
export { recalculatedFields } from './expressions/recalculated-fields.ts'
export { emptyEntities, eraseRecords, forgetFormer } from './masking/forget-former.ts'
export {
  maskPersonal,
  personalFileAddresses,
  recalculateAll,
  remakeSearches,
  replaceFileAddresses,
} from './masking/mask-records.ts'
export { Masks } from './masking/masks.ts'
export { addPersonal, type PersonalMarks, personalMarks, personalPaths } from './masking/personal-fields.ts'
export type { EntityDefinition, FieldDefinition } from './model/definition.ts'
export { writeManyRecords } from './model/definition-lock.ts'
export type { Field } from './model/field.ts'
export type { Model } from './model/model.ts'
export { openEngine, openEngineAsIs } from './open-engine.ts'
export { forgetCall, type RememberedCall, rememberAnswer, rememberedCall } from './operations/remembered-calls.ts'
export type * from './people/actor.ts'
export { actorOf, contextOf, guest, systemContext } from './people/actors.ts'
export { isNamedIn } from './people/named-in.ts'
export { loggedWork, Operation, sends } from './people/operation.ts'
export { canWriteField, decide, effectiveRights, requireRight, rightsOf } from './people/permissions.ts'
export { referenceIsReadable, userSlot } from './people/visibility.ts'
export { searchEverywhere } from './reading/everywhere/search-everywhere.ts'
export {
  type ExportPart,
  type ExportPlan,
  type ExportTable,
  planExport,
  readExportPage,
} from './reading/export.ts'
export { listRecords } from './reading/list.ts'
export { isFilterable, parsePaging } from './reading/list-query.ts'
export { listRecordsText, summaryText } from './reading/list-text.ts'
export { countOf, exists, type FoundRecord, find, findOne, type Lookup } from './reading/lookup.ts'
export type { Match, Matches } from './reading/lookup-match.ts'
export { entityMeta } from './reading/meta.ts'
export { navigation } from './reading/navigation.ts'
export { type NeighboursQuery, neighbours } from './reading/neighbours.ts'
export { titleText } from './reading/present.ts'
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
export { relatedRecords } from './reading/related.ts'
export { type ResolveQuery, resolveLinks } from './reading/resolve-links.ts'
export { linkSuggestions } from './reading/suggestions.ts'
export { distinctValues } from './reading/summary/distinct-values.ts'
export { titlesOf } from './reading/titles.ts'
export { writableAmong } from './reading/writable.ts'
export { type Compared, compareContent } from './recovery/compare-content.ts'
export { type PutBack, putBack, type StoredBytes } from './recovery/put-back.ts'
export { ContentReader, type RecordContent } from './recovery/read-content.ts'
export { isRecoverable, requireRecoverable } from './recovery/recoverable.ts'
export { lookSince, readStamps, type Stamp } from './recovery/stamps.ts'
export { bindOldSecrets, emptyLostSecrets, type ResealCounts, resealAll } from './secrets/reseal.ts'
export { openSecret, readSecret, systemPlace } from './secrets/secret-values.ts'
export type { SiteSettings } from './settings.ts'
export { readSettings } from './settings.ts'
export type { StoredRow, StoredTables } from './tables/rows.ts'
export { isTooBusyFor } from './tables/sizes.ts'
export { Plans, Slot, sqlOf } from './tables/sql-of.ts'
export { exportDefinitions, importDefinitions, pickItems } from './transport/import-items.ts'
export type { DefinitionItem } from './transport/item.ts'
export { type ItemStep, patchItems } from './transport/patch-items.ts'
export { planItems, stepsOf } from './transport/plan-items.ts'
export { putItems } from './transport/put-items.ts'
export { readItems } from './transport/read-items.ts'
export { rollBackItems, stateOfItems } from './transport/roll-back.ts'
export { standsAsPlanned } from './transport/stands-as-planned.ts'
export { allInTrash, valueInTrash } from './trash/content/tables.ts'
export { emptyTrash, movePurges, sweepTrash } from './trash/empty.ts'
export { countErasable } from './trash/erasable.ts'
export type * from './types.ts'
export { runAction } from './writing/actions.ts'
export { announce } from './writing/announce.ts'
export { carefullyIfNeeded, NoMark } from './writing/carefully.ts'
export { mayHold, wrongFileType } from './writing/check-links.ts'
export { requireConfirmation } from './writing/confirmation.ts'
export { removeRecord } from './writing/delete.ts'
export { requireReference, seenWithReference } from './writing/follow-reference.ts'
export { getFetched } from './writing/get-fetched.ts'
export { newRowId, nextLogId } from './writing/ids.ts'
export { inUseProblem } from './writing/in-use.ts'
export { invalidId } from './writing/naming.ts'
export { keepFlagOfOther, keepOnlyOne } from './writing/only-one.ts'
export { markWrites } from './writing/operation-row.ts'
export { reasonField } from './writing/reason.ts'
export { recalculateBlock } from './writing/recalculate.ts'
export { setSilently } from './writing/set-silently.ts'
export { bulkUpdate, createIn, createRecord, deleteRecord, mergeInto, updateIn, updateRecord } from './writing/write.ts'
