import { client } from '@tavla/app-shell/frame'
import { Text } from '@tavla/i18n/react'
import { Icon, Link } from '@tavla/ui'
import { hqPath } from '../paths.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'

/** Leads System Managers from the backups to the recovery key, as long as nobody has saved it. */
export function RecoveryKeyNote() {
  const { value } = useLiveReading(
    'recovery key',
    () => client.entities.get('HQ Settings', 'HQ Settings').catch(() => undefined),
    ({ entity }) => entity === 'HQ Settings',
  )
  if (!value || value.recovery_key_saved === 1) return null
  return (
    <p className="backups-note">
      <Icon name="key" size="small" />
      <Link href={`${hqPath}/settings/HQ%20Settings`}>
        <Text source="Save the recovery key. Without it no backup can be read." />
      </Link>
    </p>
  )
}
