export type { Api } from './api.ts'
export { ApiError, type FieldError, toApiError } from './api-error.ts'
export type {
  CommunicationsAnswer,
  DisksAnswer,
  EmailMessage,
  TranslationSubmission,
  WhatsappMessage,
} from './calls/app.ts'
export type { LoginAnswer, OauthAnswer } from './calls/auth.ts'
export { entityPath, type LinkQuery } from './calls/entities.ts'
export { type ExportedFile, exportRecords } from './calls/export.ts'
export { bulkCalls, jobCalls } from './calls/jobs.ts'
export { notificationCalls } from './calls/notifications.ts'
export {
  isOfThisTab,
  justWritten,
  lastOperation,
  lastUndo,
  type TabOperation,
  trackOperations,
  undoOperation,
} from './calls/operations.ts'
export { searchCalls } from './calls/search.ts'
export type { UserProfile } from './calls/users.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { copiedAt } from './copy-times.ts'
export { collectEarly } from './early-answers.ts'
export { fieldErrors, rowErrorKey } from './field-errors.ts'
export { type ListSetting, readColumns, readLayout, readLayoutFields, readSums } from './list-settings.ts'
export { createListeners } from './listeners.ts'
export { createObservable, type Observable } from './observable.ts'
export { isEmpty, queryString } from './query-string.ts'
export { isAway, noteAnswer, watchReach } from './reach.ts'
export { createReadThrottle } from './read-throttle.ts'
export {
  type ErrorCallback,
  type FailedCall,
  type MendCall,
  type Method,
  onConflict,
  onSessionEnd,
  type RequestOptions,
  request,
  type SignInAgain,
  setErrorCallback,
  setExchange,
} from './request.ts'
export { connectSocket, type LiveSocket, type SocketOptions, type SocketStatus } from './socket.ts'
export type { EntityStore, ListStore } from './store/entity-store.ts'
export { setFieldFacts } from './store/field-facts.ts'
export { conditionFault, filteredField, groupFaults, soundFilters } from './store/filter-faults.ts'
export {
  conditionFrom,
  conditionsOf,
  isGroup,
  isLeaf as isFilterLeaf,
  joinFilters,
  leavesOf,
  readGroup,
  splitFilters,
  writeGroup,
} from './store/filter-groups.ts'
export type { View } from './store/list-pages.ts'
export { exportQuery, listableFields, type SummaryQuestion, selectedTarget } from './store/list-query.ts'
export { firstLayoutOf, ownLayoutOf, setOwnLayout } from './store/own-layout.ts'
export { isRead } from './store/rows.ts'
export { contains } from './store/search.ts'
export { isRowSelected, selectedCount } from './store/selection.ts'
export type {
  Condition,
  EntityState,
  Filters,
  ListAddress,
  ListInfo,
  ListScope,
  ListShown,
  LoadStatus,
  RecordNotice,
} from './store/state.ts'
export { statusOf } from './store/state.ts'
export { type ThreadState, type ThreadStore, threadOf, threadsOf } from './store/thread.ts'
export { isUnanswered } from './unanswered.ts'
export { isUntilSent } from './until-sent.ts'
export { type SavedView, type ViewCache, viewScopes } from './views/cache.ts'
export { type ChangeKind, lastChangeOf, type QueuedChange, queuedChanges } from './waiting.ts'
