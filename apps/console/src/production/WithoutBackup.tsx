import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { type ConfirmationQuestion, forced } from './confirmations.ts'

/** Asks whether a project goes although no backup can be made (reference: hosting, Deleting a project). */
export default function WithoutBackup({ question }: { question: ConfirmationQuestion }) {
  const { message, answer } = question
  return (
    <ConfirmDialog
      isDangerous
      message={message}
      reversal={null}
      confirmLabel={<Text source="Delete without a backup" />}
      onConfirm={() => answer(forced)}
      onCancel={() => answer(null)}
    />
  )
}
