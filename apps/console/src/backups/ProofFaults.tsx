import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { proofOf } from './backup-calls.ts'
import { faultNames } from './proof-faults.ts'

/** As many names tell where to look. */
const maxNames = 5

/** The parts of a backup that its proof found lost or altered. */
export function ProofFaults({ backup }: { backup: EntityRecord }) {
  const { t, formatNumber } = useI18n()
  const names = faultNames(proofOf(backup)?.failed)
  if (names.length === 0) return null
  return (
    <ul className="proof-faults" aria-label={t('Failed', undefined, 'status')}>
      {names.slice(0, maxNames).map((name) => (
        <li key={name}>
          <bdi dir="ltr">{name}</bdi>
        </li>
      ))}
      {names.length > maxNames && (
        <li>
          <Text source="{0} more" args={[formatNumber(names.length - maxNames, 0)]} />
        </li>
      )}
    </ul>
  )
}
