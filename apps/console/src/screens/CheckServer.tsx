import { showError } from '@tavla/app-shell'
import { MoreSteps, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, MenuItem, notify } from '@tavla/ui'
import { useState } from 'react'

/** The common fields of the answers to a server's actions (reference: http-api, Actions). */
interface CheckAnswer {
  status: string
  error?: string | null
}

/** Asks HQ to check a server now, and shows the result; a System Manager can also keep new projects off it. */
export function CheckServer({ id }: { id: string }) {
  const { t } = useI18n()
  const [{ meta, activeEntity }, store] = useEntity('Server')
  const [running, setRunning] = useState<Action | null>(null)
  const canWrite = meta?.doc_meta.permissions.write === 1
  const isInMaintenance = activeEntity?.id === id && activeEntity.status === 'Maintenance'
  const run = async (action: Action) => {
    if (running) return
    setRunning(action)
    try {
      const { status, error } = await store.runAction<CheckAnswer>(id, action)
      notify([t(status, undefined, 'status'), error].filter(Boolean).join(': '), {
        tone: status === 'Online' ? 'success' : status === 'Offline' ? 'error' : 'plain',
      })
      await store.reloadRecord()
    } catch (error) {
      showError(error)
    }
    setRunning(null)
  }
  return (
    <>
      <Button
        icon={<Icon name="fact_check" />}
        isPending={running === 'check_server'}
        onClick={() => void run('check_server')}
      >
        <Text source="Check Server" />
      </Button>
      {canWrite && (
        <MoreSteps>
          {isInMaintenance ? (
            <MenuItem icon="check_circle" onAction={() => void run('end_maintenance')}>
              {t('End Maintenance')}
            </MenuItem>
          ) : (
            <MenuItem icon="build" onAction={() => void run('begin_maintenance')}>
              {t('Begin Maintenance')}
            </MenuItem>
          )}
        </MoreSteps>
      )}
    </>
  )
}

type Action = 'check_server' | 'begin_maintenance' | 'end_maintenance'
