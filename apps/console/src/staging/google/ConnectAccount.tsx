import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../../project/ActiveProject.tsx'
import { callbackPath } from '../staging-path.ts'
import { useConnection } from './useConnection.ts'

/**
 * Starts a provider's sign-in in a new tab, which ends on our callback screen (reference: screens, Console tabs;
 * http-api, Connected apps).
 */
export function ConnectAccount({ app }: { app: string }) {
  const { project } = useActiveProject()
  const { session, onError } = useEnvironment()
  const [, store] = useEntity('Connected App')
  const isKnown = useConnection(app).value?.status != null
  const [isPending, setPending] = useState(false)
  const begin = async () => {
    setPending(true)
    try {
      const url = await store.runAction<string>(app, 'initiate_web_application_flow', {
        user: session.user,
        success_uri: location.origin + callbackPath(project.id, app),
      })
      // An operator may enter a provider's address, so a `javascript:` address must not run here.
      if (/^https?:/i.test(url)) window.open(url, '_blank', 'noopener')
    } catch (error) {
      onError(error)
    }
    setPending(false)
  }
  return (
    <Button icon={<Icon name="open_in_new" />} isPending={isPending} onClick={() => void begin()}>
      <Text source={isKnown ? 'Reconnect' : 'Connect Google Account'} />
    </Button>
  )
}
