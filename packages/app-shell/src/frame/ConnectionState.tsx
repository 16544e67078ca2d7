import { useQueueParts } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { setAppState } from '../boot/app-state.ts'
import { asOf } from './as-of.ts'
import { useConnection } from './useConnection.ts'
import { regain } from './useLive.ts'

const texts = {
  connecting: 'Connecting…',
  lost: 'No connection',
  expired: 'You need to sign in to continue.',
}

/** Warns that the screen is no longer live or that changes wait to be sent, and offers a remedy. */
export function ConnectionState() {
  const connection = useConnection()
  const queue = useQueueParts()
  const said = connection !== 'fine' && <Text source={texts[connection]} />
  return (
    <div className="connection" role="status">
      {connection !== 'fine' && (
        <span className="connection-text">
          <Icon name={connection === 'expired' ? 'lock' : 'cloud_off'} size="small" />
          {connection === 'lost' ? asOf(said) : said}
        </span>
      )}
      {queue && <queue.Button />}
      {connection === 'lost' && (
        <Button size="small" onClick={() => void regain().catch(() => undefined)}>
          <Text source="Retry" />
        </Button>
      )}
      {connection === 'expired' && (
        <Button size="small" onClick={() => setAppState({ isAskingPassword: true })}>
          <Text source="Login" />
        </Button>
      )}
    </div>
  )
}
