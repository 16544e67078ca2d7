export {
  addRow,
  deleteRow,
  moveRow,
  readRows,
  type TableRow,
  useRowKeys,
  useRowSort,
} from '@tavla/fields/rows'
export { type FieldForm, FieldFormContext, fieldUi, type RowErrors, useRowErrors } from '@tavla/fields/ui'
export { mergeFieldsOf, noArrivals } from './detail/arrivals.ts'
export type { ConfirmDeleteProps } from './detail/ConfirmDelete.tsx'
export { ConfirmLeave } from './detail/ConfirmLeave.tsx'
export type { ConflictWindowProps } from './detail/conflict/ConflictWindow.tsx'
export { ConflictWindow } from './detail/conflict/lazy.ts'
export { DetailView } from './detail/DetailView.tsx'
export type { DetailViewProps, RecordFormProps, RecordNavigation, RecordParts } from './detail/detail-view-props.ts'
export { FieldGrid, type FieldGridProps } from './detail/FieldGrid.tsx'
export { RecordFields } from './detail/RecordFields.tsx'
export { SystemFields } from './detail/SystemFields.tsx'
export { type Conflict, nameOfEditor, storedRecordOf } from './detail/useConflict.ts'
export type { ConfirmSave } from './detail/useFormWrites.ts'
export type { KeptWork } from './drafts/draft-keeper.ts'
export { EntityProvider, type EntityProviderProps } from './EntityProvider.tsx'
export { type EntityEnvironment, type ListLink, useEntity, useEnvironment } from './environment.ts'
export { isFocusLost } from './focus-lost.ts'
export { ListHeader, type ListHeaderProps } from './header/ListHeader.tsx'
export { EntityList, type EntityListProps } from './list/EntityList.tsx'
export { EntityRow } from './list/EntityRow.tsx'
export { isNarrowed } from './list/ListStates.tsx'
export { PlainList } from './list/PlainList.tsx'
export { type RecordWords, RecordWordsContext } from './list/record-words.ts'
export { rowFields } from './list/row-fields.ts'
export type { ListPlace } from './list/useRestoredScroll.ts'
export { useRowSlots } from './list/useRowSlots.ts'
export { NewRecordModal, type NewRecordModalProps } from './new-record/NewRecordModal.tsx'
export { type Reading, readingStatus, useReading } from './reading/useReading.ts'
export { VersionChanges } from './record-tabs/VersionChanges.tsx'
export { EntityTiles, type EntityTilesProps } from './tiles/EntityTiles.tsx'
export { UndoLayer } from './undo/UndoLayer.tsx'
export { askUndo } from './undo/undo-flow.ts'
export { ConfirmStop } from './upload/ConfirmStop.tsx'
export { fileSize } from './upload/file-size.ts'
export { stopUploads, uploadsUnderWay, watchUploads } from './upload/under-way.ts'
