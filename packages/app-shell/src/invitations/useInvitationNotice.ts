import type { Client } from '@tavla/client'
import type { EntityProviderProps } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { useCallback } from 'react'

type OnSaved = NonNullable<EntityProviderProps['onSaved']>

/** After a save that sends an invitation, reports whether its mail leaves, and offers its link otherwise. */
export function useInvitationNotice(client: Client, onError: (error: unknown) => void): OnSaved {
  const { t } = useI18n()
  return useCallback<OnSaved>(
    async (entity, user, sent) => {
      if (entity !== 'User' || sent.send_welcome_email !== 1) return
      try {
        const { tellInvitation } = await import('./tell-invitation.ts')
        await tellInvitation({ client, onError, t }, user)
      } catch {
        // The record is saved; only the delivery of its mail is unknown.
      }
    },
    [client, onError, t],
  )
}
