import type { ChangeKind, QueuedChange } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'

/** The kinds of changes, as in the list of operations: English source texts. */
export const kindTexts: Readonly<Record<ChangeKind, string>> = {
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
  bulk: 'Bulk Edit',
}

/** Why a change was refused, in the reader's language. */
export const reasonOf = (message: QueuedChange['message'], t: I18n['t']): string =>
  message?.isLocal ? t(message.text) : (message?.text ?? '')
