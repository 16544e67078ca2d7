import type { Client } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { copyText } from '../copy-text.ts'
import { notLeaving } from './deliveries.ts'

interface Teller {
  client: Client
  onError: (error: unknown) => void
  t: I18n['t']
}

/** Tells whether the mail of an invitation leaves, and offers its link otherwise. @throws ApiError */
export async function tellInvitation({ client, onError, t }: Teller, { id, status }: EntityRecord): Promise<void> {
  const store = client.store('User')
  const copy = async () => {
    try {
      const { link } = await store.runAction<{ link: string }>(id, 'copy_invitation_link')
      await copyText(link, t)
    } catch (error) {
      onError(error)
    }
  }
  const { delivery } = await client.entities.runAction<{ delivery: string }>('User', id, 'get_mail_delivery')
  const stop = notLeaving(delivery)
  if (stop === undefined) return void notify(t('Invitation sent'), { tone: 'success' })
  const action = { label: t('Copy invitation link'), onAction: () => void copy() }
  notify(t(stop), { duration: 20_000, ...(status === 'Invited' && { action }) })
}
