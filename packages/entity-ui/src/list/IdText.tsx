import { isUntilSent } from '@tavla/client'
import { Text } from '@tavla/i18n/react'

/** A record's id; a record that waits to be sent has none yet, and is called new. */
export function IdText({ id, className }: { id: string; className?: string }) {
  if (isUntilSent(id))
    return (
      <span className={className}>
        <Text source="New" />
      </span>
    )
  return (
    <bdi className={className} dir="ltr">
      {id}
    </bdi>
  )
}
