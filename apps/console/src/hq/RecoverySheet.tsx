import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import { type EntityRecord, textOf } from '@tavla/contract'
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

/**
 * The key, the places of the stores and the commands that bring HQ back from them onto an empty machine: to print or to
 * download.
 */
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
  const places = (value?.data ?? []).map(placeOf)
  const commands = (value?.data ?? []).map(commandOf)
  const title = `${t('Recovery Sheet')}, ${location.host}`
  const content = [title, '', t('Recovery Key'), recoveryKey, '', ...places, '', ...commands, t(howTo)].join('\n')
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
        {places.map((place) => (
          <code key={place} dir="ltr">
            {place}
          </code>
        ))}
        <h3>
          <Text source="Recovery" />
        </h3>
        {commands.map((command) => (
          <code key={command} dir="ltr">
            {command}
          </code>
        ))}
        <p>
          <Text source={howTo} />
        </p>
        {!isSaved && (
          <TextField
            label={<Text source="Last Four Characters" />}
            description={<Text source="Of the key above, once you have kept this sheet: they show that you have it." />}
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

/** For somebody who has nothing but the sheet. */
const howTo = 'FILE holds the key in one line, and DIR is a new, empty folder.'

/** Where a store lies, without its secrets. */
function placeOf({ store_name: name, type, folder, endpoint, region, bucket, prefix }: EntityRecord): string {
  if (type !== 'S3') return `${textOf(name)}: ${textOf(folder)}`
  const below = textOf(prefix) && `/${textOf(prefix)}`
  return `${textOf(name)}: s3://${textOf(bucket)}${below} (${textOf(endpoint)}, ${textOf(region) || 'auto'})`
}

/** Brings HQ and its projects back from a store (reference: configuration, Recover); the file is to hold the key. */
function commandOf({ type, folder, endpoint, region, bucket, prefix }: EntityRecord): string {
  const isBucket = type === 'S3'
  const below = textOf(prefix) && `/${textOf(prefix)}`
  const store = isBucket ? `s3://${textOf(bucket)}${below}` : textOf(folder)
  const service = isBucket ? ` --endpoint ${quoted(textOf(endpoint))} --region ${quoted(textOf(region) || 'auto')}` : ''
  const keys = isBucket ? 'AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… ' : ''
  return `${keys}npx tavla recover --store ${quoted(store)}${service} --backup-key FILE --data DIR`
}

/** As a shell takes it for one word. */
const quoted = (word: string) => (/^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
