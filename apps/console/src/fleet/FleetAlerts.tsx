import { showError } from '@tavla/app-shell'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Link } from '@tavla/ui'
import { useState } from 'react'
import { projectPath } from '../paths.ts'
import { Age } from './FleetCells.tsx'
import { markSeen } from './fleet-calls.ts'
import { useOpenAlerts } from './useFleet.ts'

/** The open alerts; those that somebody has seen stay, quieter, until they end by themselves. */
export function FleetAlerts() {
  const { t } = useI18n()
  const { value: alerts = [], reload } = useOpenAlerts()
  if (alerts.length === 0) return null
  return (
    <ul className="fleet-alerts" aria-label={t('Alerts')}>
      {alerts.map((alert) => (
        <FleetAlert key={alert.id} alert={alert} onSeen={() => void reload()} />
      ))}
    </ul>
  )
}

function FleetAlert({ alert, onSeen }: { alert: EntityRecord; onSeen: () => void }) {
  const [isPending, setPending] = useState(false)
  const { id, severity, message, since, project, seen_by: seenBy } = alert
  const see = async () => {
    setPending(true)
    await markSeen(id).then(onSeen, showError)
    setPending(false)
  }
  const isCritical = severity === 'Critical'
  return (
    <li data-severity={isCritical ? 'high' : 'low'} data-seen={seenBy ? true : undefined}>
      <Icon name={isCritical ? 'error' : 'warning'} size="small" />
      <span className="fleet-alert-text">
        <bdi>{typeof message === 'string' ? message : ''}</bdi>
      </span>
      <Age at={typeof since === 'string' ? since : null} />
      {typeof project === 'string' && (
        <Link href={`${projectPath(project)}/HQ_info`}>
          <Text source="Open Project" />
        </Link>
      )}
      {!seenBy && (
        <Button size="small" isPending={isPending} onClick={() => void see()}>
          <Text source="Mark as Seen" />
        </Button>
      )}
    </li>
  )
}
