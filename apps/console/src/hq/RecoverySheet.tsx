import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, Icon, printPage, TextField } from '@tavla/ui'
import { useState } from 'react'
import { downloadText } from '../logs/download-text.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'

interface RecoverySheetProps {
  recoveryKey: string
  isSaved: boolean
  onSaved: () => void
  onClose: () => void
}

/** The key, the stores and the command that bring everything back, to print or to download. */
export default function RecoverySheet({ recoveryKey, isSaved, onSaved, onClose }: RecoverySheetProps) {
  const { t } = useI18n()
  const [lastFour, setLastFour] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { value } = useLiveReading('stores', () =>
    client.entities.list('Backup Store', {
      fields: ['store_name', 'type', 'folder', 'endpoint', 'region', 'bucket', 'prefix'],
      limit_page_length: 100,
    }),
  )
  const commands = (value?.data ?? []).map(commandFor)
  const content = [t('Recovery Key'), recoveryKey, '', ...commands].join('\n')
  const confirm = async () => {
    try {
      const data = { last_four: lastFour.trim() }
      await client.entities.runAction('HQ Settings', 'HQ Settings', 'confirm_recovery_key', data)
      onSaved()
      onClose()
    } catch (failure) {
      setError(errorMessage(toApiError(failure), t))
    }
  }
  return (
    <Dialog
      title={<Text source="Recovery Sheet" />}
      size="large"
      onClose={onClose}
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button icon={<Icon name="print" />} onClick={() => printPage()}>
            <Text source="Print" />
          </Button>
          <Button
            icon={<Icon name="download" />}
            onClick={() => downloadText('tavla-recovery-sheet.txt', `${content}\n`)}
          >
            <Text source="Download" />
          </Button>
          {!isSaved && (
            <Button type="submit" variant="primary" disabled={lastFour.trim().length !== 4}>
              <Text source="Confirm" />
            </Button>
          )}
        </>
      }
    >
      <div className="recovery-sheet">
        <p>
          <Text source="Save the recovery key. Without it no backup can be read." />
        </p>
        <h3>
          <Text source="Recovery Key" />
        </h3>
        <code dir="ltr">{recoveryKey}</code>
        <h3>
          <Text source="Stores" />
        </h3>
        {commands.map((command) => (
          <code key={command} dir="ltr">
            {command}
          </code>
        ))}
        {!isSaved && (
          <TextField
            label={<Text source="Last Four Characters" />}
            dir="ltr"
            maxLength={4}
            autoComplete="off"
            value={lastFour}
            onChange={setLastFour}
            {...(error !== null && { error })}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The command that brings HQ and its projects back out of a store; secrets come from the environment. */
function commandFor({ type, folder, endpoint, region, bucket, prefix }: EntityRecord): string {
  const end = '--backup-key backup.key --data ./data'
  if (type !== 'S3') return `tavla recover --store ${String(folder)} ${end}`
  const place = `s3://${String(bucket)}${prefix ? `/${String(prefix)}` : ''}`
  return `tavla recover --store ${place} --endpoint ${String(endpoint)} --region ${String(region ?? 'auto')} ${end}`
}
