import { Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextField } from '@tavla/ui'
import { useState } from 'react'
import { MailNote } from '../jobs/MailNote.tsx'
import type { Jobs } from '../jobs/useJobs.ts'

/** Asks for the address of a test mail. The outbox sends it, as every mail. */
export function SendTest({ jobs, onClose }: { jobs: Jobs; onClose: () => void }) {
  const { t } = useI18n()
  const [recipient, setRecipient] = useState('')
  const address = recipient.trim()
  const send = async () => {
    if (address === '') return
    const tell = () =>
      ({ text: t('The test mail to {0} is in line. See Outgoing Mail.', [address]), tone: 'plain' }) as const
    if (await jobs.run('send_test_email', tell, { recipient: address })) onClose()
  }
  return (
    <Dialog
      title={<Text source="Send Test Email" />}
      size="small"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <FormFoot onCancel={onClose} isPending={jobs.running === 'send_test_email'} canSubmit={address !== ''}>
          <Text source="Send" />
        </FormFoot>
      }
    >
      <div className="window-lines">
        <MailNote isBox hasAccount />
        <TextField label={t('Email Address')} type="email" value={recipient} onChange={setRecipient} data-autofocus />
      </div>
    </Dialog>
  )
}
