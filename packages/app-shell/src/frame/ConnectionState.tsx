import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useConnection } from './useConnection.ts'
import { regain } from './useLive.ts'

const texts = {
  connecting: 'Connecting…',
  lost: 'No connection',
  expired: 'You need to sign in to continue.',
}

/** Says that what is on screen is no longer live or what is typed can't be saved yet, with what can be done about it. */
export function ConnectionState() {
  const connection = useConnection()
  return (
    <div className="connection" role="status">
      {connection !== 'fine' && (
        <span className="connection-text">
          <Icon name={connection === 'expired' ? 'lock' : 'cloud_off'} size="small" />
          <Text source={texts[connection]} />
        </span>
      )}
      {connection === 'lost' && (
        <Button size="small" onClick={() => void regain().catch(() => undefined)}>
          <Text source="Retry" />
        </Button>
      )}
      {connection === 'expired' && (
        // Another tab, so that what was typed in this one stays.
        <a className="button" data-variant="secondary" data-size="small" href="/login" target="_blank" rel="noreferrer">
          <Text source="Login" />
        </a>
      )}
    </div>
  )
}
