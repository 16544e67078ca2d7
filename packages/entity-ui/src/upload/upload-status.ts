import type { UploadStatus } from './upload-queue.ts'

export interface StatusTexts {
  /** The state; for a refused file its reason comes from elsewhere. */
  main: string
  /** The result of a press on the action. */
  sub: string | null
  action: 'Abort' | 'Retry' | 'Undo' | 'Remove'
  icon: string
}

/** The texts of each state, from the widget's catalogue (reference: screens, Uploads on screen). */
export const statusTexts: Readonly<Record<UploadStatus, StatusTexts>> = {
  idle: { main: 'Waiting for size', sub: 'tap to cancel', action: 'Abort', icon: 'close' },
  processing: { main: 'Uploading', sub: 'tap to cancel', action: 'Abort', icon: 'close' },
  complete: { main: 'Upload complete', sub: 'tap to undo', action: 'Undo', icon: 'undo' },
  reverting: { main: 'Loading', sub: null, action: 'Undo', icon: 'undo' },
  'revert error': { main: 'Error during revert', sub: 'tap to retry', action: 'Retry', icon: 'refresh' },
  error: { main: 'Error during upload', sub: 'tap to retry', action: 'Retry', icon: 'refresh' },
  cancelled: { main: 'Upload cancelled', sub: 'tap to retry', action: 'Retry', icon: 'refresh' },
  invalid: { main: 'File is of invalid type', sub: null, action: 'Remove', icon: 'close' },
}
