import type { TabOperation } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'
import { askWhere } from './undo-run.ts'

/** Asks before an operation is taken back, with the numbers of a dry run. */
export async function questionUndo(t: I18n['t'], operation: TabOperation, onDone: () => void): Promise<void> {
  await askWhere(t, operation, () => true, onDone)
}
