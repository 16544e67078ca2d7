import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Checkbox, Icon, IconButton } from '@tavla/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BackupFacts } from './BackupFacts.tsx'
import { ProofWords } from './BackupWords.tsx'
import { proveBackup } from './backup-calls.ts'

interface BackupPanelProps {
  backup: EntityRecord
  path: string
  onChanged: () => void
}

/** A backup: its proof and its facts, and whether it is kept for ever. */
export function BackupPanel({ backup, path, onChanged }: BackupPanelProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const navigate = useNavigate()
  const [isProving, setProving] = useState(false)
  const canProve = backup.status === 'Stored' || backup.status === 'Proven'
  const change = (work: Promise<unknown>) => work.then(onChanged, showError)
  const prove = async () => {
    setProving(true)
    await change(proveBackup(backup.id))
    setProving(false)
  }
  return (
    <div className="backup-panel">
      <header>
        <h2>{typeof backup.taken_at === 'string' && formatDateTime(backup.taken_at, now())}</h2>
        <IconButton icon="close" label={t('Close')} onClick={() => void navigate(path)} />
      </header>
      <ProofWords backup={backup} />
      <BackupFacts backup={backup} />
      <Checkbox
        isChecked={backup.pinned === 1}
        onChange={(pinned) => void change(client.entities.update('Backup', { id: backup.id, pinned: pinned ? 1 : 0 }))}
      >
        <Text source="Pinned" />
      </Checkbox>
      {canProve && (
        <Button icon={<Icon name="verified" />} isPending={isProving} onClick={() => void prove()}>
          <Text source="Prove" />
        </Button>
      )}
    </div>
  )
}
