import { Text } from '@tavla/i18n/react'
import { Icon, Link } from '@tavla/ui'
import { hqPath } from '../paths.ts'
import { useRecoveryKeySaved } from './useRecoveryKeySaved.ts'

/** Leads System Managers from the backups to the recovery key, as long as nobody has saved it. */
export function RecoveryKeyNote() {
  if (useRecoveryKeySaved() !== false) return null
  return (
    <p className="backups-note">
      <Icon name="key" size="small" />
      <Link href={`${hqPath}/settings/HQ%20Settings`}>
        <Text source="Save the recovery key. Without it no backup can be read." />
      </Link>
    </p>
  )
}
