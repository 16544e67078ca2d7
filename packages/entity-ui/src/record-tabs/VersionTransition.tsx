import type { TakenTransition } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Icon, Pill } from '@tavla/ui'

/** The transition by which a write came to another state, and its reason (reference: transitions, History). */
export function VersionTransition({ taken: { title, reason, forced } }: { taken: TakenTransition }) {
  return (
    <p className="version-transition">
      <Icon name="arrow_forward" size="small" />
      <Text source={title} />
      {forced === 1 && (
        <Pill color="Yellow">
          <Text source="Forced" />
        </Pill>
      )}
      {reason !== null && reason !== '' && <q dir="auto">{reason}</q>}
    </p>
  )
}
