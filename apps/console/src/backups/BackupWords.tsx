import type { EntityRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { proofOf } from './backup-calls.ts'

/** In words, whether a backup was brought back and compared (reference: screens, Console tabs). */
export function ProofWords({ backup }: { backup: EntityRecord }) {
  const { formatNumber } = useI18n()
  const { formatWithin } = useTimes()
  const { now } = useEnvironment()
  const proof = proofOf(backup)
  const at = (value: unknown) => (typeof value === 'string' ? formatWithin(value, now()) : '')
  const { status, error } = backup
  const look = looks[String(status)] ?? { icon: 'schedule', tone: 'plain' }
  const words = () => {
    if (status === 'Proven' && proof) {
      const numbers = [proof.rows, proof.files].map((count) => formatNumber(count, 0))
      const args = [at(backup.proven_at), ...numbers, formatNumber(proof.seconds, 1)]
      return <Text source="Proven {0}: {1} rows, {2} files, {3} s" args={args} />
    }
    if (status === 'Stored' && !error) return <Text source="Stored {0}, not proven yet" args={[at(backup.taken_at)]} />
    if (status === 'Failed' || error)
      return <Text source="Not proven: {0}" args={[typeof error === 'string' ? error : '–']} />
    return <Text source={String(status)} />
  }
  return (
    <span className="backup-proof" data-tone={look.tone}>
      <Icon name={look.icon} size="small" />
      <span>{words()}</span>
    </span>
  )
}

const looks: Readonly<Record<string, { icon: string; tone: string }>> = {
  Proven: { icon: 'verified', tone: 'success' },
  Stored: { icon: 'inventory_2', tone: 'plain' },
  Failed: { icon: 'gpp_bad', tone: 'danger' },
  'Under Way': { icon: 'hourglass_top', tone: 'plain' },
  Proving: { icon: 'hourglass_top', tone: 'plain' },
  Expired: { icon: 'history_toggle_off', tone: 'plain' },
}
