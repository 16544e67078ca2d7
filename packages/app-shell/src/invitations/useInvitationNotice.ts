import type { Client } from '@tavla/client'
import type { EntityProviderProps } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback } from 'react'
import { copyText } from '../copy-text.ts'
import { notLeaving } from './deliveries.ts'

type OnSaved = NonNullable<EntityProviderProps['onSaved']>

/** After a save that sends an invitation, reports whether its mail leaves, and offers its link otherwise. */
export function useInvitationNotice(client: Client, onError: (error: unknown) => void): OnSaved {
  const { t } = useI18n()
  return useCallback<OnSaved>(
    async (entity, { id, status }, sent) => {
      if (entity !== 'User' || sent.send_welcome_email !== 1) return
      const store = client.store('User')
      const copy = async () => {
        try {
          const { link } = await store.runAction<{ link: string }>(id, 'copy_invitation_link')
          await copyText(link, t)
        } catch (error) {
          onError(error)
        }
      }
      try {
        const { delivery } = await client.entities.runAction<{ delivery: string }>('User', id, 'get_mail_delivery')
        const stop = notLeaving(delivery)
        if (stop === undefined) return void notify(t('Invitation sent'), { tone: 'success' })
        const action = { label: t('Copy invitation link'), onAction: () => void copy() }
        notify(t(stop), { duration: 20_000, ...(status === 'Invited' && { action }) })
      } catch {
        // The record is saved; only the delivery of its mail is unknown.
      }
    },
    [client, onError, t],
  )
}
