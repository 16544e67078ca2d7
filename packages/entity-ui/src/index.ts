export { fieldInput } from '@tavla/fields/inputs'
export {
  addRow,
  deleteRow,
  moveRow,
  readRows,
  type TableRow,
  useRowKeys,
  useRowSort,
} from '@tavla/fields/rows'
export {
  type FieldForm,
  FieldFormContext,
  fieldUi,
  type RowErrors,
  useRowErrors,
  useSizeText,
  useTitleText,
} from '@tavla/fields/ui'
export { EntityBoard } from './board/lazy.ts'
export { EntityCalendar } from './calendar/lazy.ts'
export { mergeFieldsOf, noArrivals } from './detail/arrivals.ts'
export type { ConfirmDeleteProps } from './detail/ConfirmDelete.tsx'
export { ConfirmLeave } from './detail/ConfirmLeave.tsx'
export type { ConflictWindowProps } from './detail/conflict/ConflictWindow.tsx'
export { ConflictWindow } from './detail/conflict/lazy.ts'
export { SideValue } from './detail/conflict/SideValue.tsx'
export { DetailView } from './detail/DetailView.tsx'
export type { DetailViewProps, RecordFormProps, RecordNavigation, RecordParts } from './detail/detail-view-props.ts'
export { FieldGrid, type FieldGridProps } from './detail/FieldGrid.tsx'
export { fieldsOfOthers } from './detail/fields-of-others.ts'
export { fromDraft, toDraftRecord } from './detail/form-drafts.ts'
export { MoreSteps } from './detail/head/MoreSteps.tsx'
export { RecordFacts } from './detail/head/RecordFacts.tsx'
export { reminderTimes } from './detail/head/reminder-times.ts'
export { fieldsOfTab } from './detail/known-fields.ts'
export { RecordFields } from './detail/RecordFields.tsx'
export { recordRights } from './detail/record-rights.ts'
export { SystemFields } from './detail/SystemFields.tsx'
export { type Conflict, nameOfEditor, storedRecordOf } from './detail/useConflict.ts'
export { useDeletionReversal } from './detail/useDeletionReversal.ts'
export type { ConfirmSave } from './detail/useFormWrites.ts'
export type { KeptWork } from './drafts/draft-keeper.ts'
export { useWindowDraft } from './drafts/useWindowDraft.ts'
export { WaitingBar } from './drafts/WaitingBar.tsx'
export { EntityProvider, type EntityProviderProps } from './EntityProvider.tsx'
export { type EntityEnvironment, type ListLink, useEntity, useEnvironment } from './environment.ts'
export { isFocusLost } from './focus-lost.ts'
export { ListHeader, type ListHeaderProps } from './header/ListHeader.tsx'
export { EntityList, type EntityListProps } from './list/EntityList.tsx'
export { EntityRow } from './list/EntityRow.tsx'
export { isNarrowed } from './list/narrowed.ts'
export { PlainList } from './list/PlainList.tsx'
export { type RecordWords, RecordWordsContext } from './list/record-words.ts'
export { rowFields } from './list/row-fields.ts'
export type { ListPlace } from './list/useRestoredScroll.ts'
export { useRowSlots } from './list/useRowSlots.ts'
export { DangerBox } from './losses/DangerBox.tsx'
export { LossList } from './losses/LossList.tsx'
export { NewRecordModal, type NewRecordModalProps } from './new-record/NewRecordModal.tsx'
export { usePassedFocus } from './passed-focus.ts'
export { useQueueParts } from './queue/queue-parts.ts'
export { type Reading, readingStatus, useReading } from './reading/useReading.ts'
export { useMomentText } from './record-tabs/useMomentText.ts'
export { VersionChanges } from './record-tabs/VersionChanges.tsx'
export { VersionRow } from './record-tabs/VersionRow.tsx'
export { loadRules } from './rules/load-rules.ts'
export { useSummary } from './summary/useSummary.ts'
export { EntityTiles, type EntityTilesProps } from './tiles/EntityTiles.tsx'
export { questionUndo } from './undo/question-undo.ts'
export { tellLosses } from './undo/tell-losses.ts'
export { UndoLayer } from './undo/UndoLayer.tsx'
export { notifyWritten } from './undo/undo-flow.ts'
export { showUndoWindow } from './undo/undo-window.ts'
export { ConfirmStop } from './upload/ConfirmStop.tsx'
export { stopUploads, uploadsUnderWay, watchUploads } from './upload/under-way.ts'
export { useMoment } from './useMoment.ts'
