import type { QueuedChange } from '@tavla/client'
import { Text } from '@tavla/i18n/react'

/** Says how many changes wait, or, once none does, how many were refused. */
export function QueueCount({ changes }: { changes: readonly QueuedChange[] }) {
  const waiting = changes.filter(({ state }) => state !== 'refused').length
  if (waiting > 0) return <Text source="Changes waiting to be sent: {0}" args={[waiting]} />
  return <Text source="Changes that could not be sent: {0}" args={[changes.length]} />
}
