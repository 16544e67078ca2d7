import { useEnvironment } from '@tavla/entity-ui'
import { useEffect } from 'react'
import { useLiveReading } from '../../reading/useLiveReading.ts'

const settings = 'System Settings'
const accounts = 'Email Account'

/**
 * The reason why mail of the project does not reach people: `held`; `kept` in a folder by a setting; `no
 * account` that sends, so kept in the folder; `no way` to send without an account. Null if there is no
 * reason, or if it can't be read.
 */
export type MailObstacle = 'held' | 'kept' | 'no account' | 'no way' | null

export function useMailObstacle(): MailObstacle {
  const { client } = useEnvironment()
  // Entering the list joins its room, so that its events arrive.
  useEffect(() => client.store(settings).enter(), [client])
  useEffect(() => client.live.watchList(accounts), [client])
  const { value } = useLiveReading(
    settings,
    async (): Promise<MailObstacle> => {
      const [{ may_reach_people: mayReach, mail_transport: transport }, { count }] = await Promise.all([
        client.entities.get(settings, settings),
        client.entities.list(accounts, {
          filters: { enable_outgoing: 1, default_outgoing: 1 },
          fields: ['id'],
          limit_page_length: 1,
        }),
      ])
      if (mayReach === 0) return 'held'
      if (transport === 'File') return 'kept'
      if (count > 0) return null
      return transport === 'SMTP' ? 'no way' : 'no account'
    },
    (news) => news.entity === settings || news.entity === accounts,
    client,
  )
  return value ?? null
}
