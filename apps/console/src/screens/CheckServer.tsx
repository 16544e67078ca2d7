import { showError } from '@tavla/app-shell'
import { useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, notify } from '@tavla/ui'
import { useState } from 'react'

/** Answer of `check_server` (contract 3.7). */
interface Checked {
  status: string
  last_seen: string | null
  error: string | null
}

/** Asks HQ to look at a server now, and says what came of it. */
export function CheckServer({ id }: { id: string }) {
  const { t } = useI18n()
  const [, store] = useEntity('Server')
  const [isPending, setPending] = useState(false)
  const check = async () => {
    setPending(true)
    try {
      const { status, error } = await store.runAction<Checked>(id, 'check_server')
      notify([t(status, undefined, 'status'), error].filter(Boolean).join(': '), {
        tone: status === 'Online' ? 'success' : status === 'Offline' ? 'error' : 'plain',
      })
      await store.reloadRecord()
    } catch (error) {
      showError(error)
    }
    setPending(false)
  }
  return (
    <Button icon={<Icon name="fact_check" />} isPending={isPending} onClick={() => void check()}>
      <Text source="Check Server" />
    </Button>
  )
}
