import type { QueuedChange } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { reasonOf } from './queue-words.ts'
import { stateTexts } from './useLastChange.ts'

/** Says how far a change has come that has not reached the server. */
export function ChangeState({ change: { state, message } }: { change: QueuedChange }) {
  const { t } = useI18n()
  if (state !== 'refused') return <Text source={stateTexts[state]} />
  return <Text source="This change could not be sent: {0}" args={[reasonOf(message, t)]} />
}
