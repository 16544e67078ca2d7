import { type Reading, useEnvironment } from '@tavla/entity-ui'
import { useEffect } from 'react'
import { useLiveReading } from '../../reading/useLiveReading.ts'

/** The account that is connected through an app (reference: http-api, Actions). */
export interface Connection {
  status: string | null
  account_email: string | null
  scopes: string[]
  expires_at: string | null
  error?: string | null
}

const tokens = 'Token Cache'

/** The user's own connection through an app, followed live because another tab completes it. */
export function useConnection(app: string): Reading<Connection> {
  const { client } = useEnvironment()
  useEffect(() => client.store(tokens).enter(), [client])
  return useLiveReading(
    app,
    () => client.entities.runAction<Connection>('Connected App', app, 'get_token_status'),
    (news) => news.entity === tokens,
    client,
  )
}
