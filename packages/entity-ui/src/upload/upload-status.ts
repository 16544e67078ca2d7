import type { UploadStatus } from './upload-queue.ts'

export interface StatusTexts {
  /** What is going on; for a refused file its reason comes from elsewhere. */
  main: string
  /** What a press on the action does. */
  sub: string | null
  action: 'Abort' | 'Retry' | 'Undo' | 'Remove'
  icon: string
}

/** The words of each state, as the widget's catalogue has them (reference: screens, Uploads on screen). */
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
