import { EnvironmentSign } from '@tavla/app-shell/frame'
import { useEnvironment, useSizeText } from '@tavla/entity-ui'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { ColorChip, Icon, Link } from '@tavla/ui'
import { projectPath } from '../paths.ts'
import { projectMark } from '../project/project-mark.ts'
import { StatusPill } from '../project/StatusPill.tsx'
import type { FleetProject } from './fleet-calls.ts'

/** Colour, icon, name and environment of a project, as the link to it. */
export function ProjectCell({ project, tabIndex }: { project: FleetProject; tabIndex?: number }) {
  const { name, color, icon, environment } = projectMark({ ...project })
  return (
    <span className="fleet-project">
      <ColorChip color={color} icon={icon} />
      <Link
        href={projectPath(project.id)}
        title={name}
        data-record={project.id}
        {...(tabIndex !== undefined && { tabIndex })}
      >
        <bdi>{name}</bdi>
      </Link>
      {name !== project.id && <bdi className="fleet-id">{project.id}</bdi>}
      <EnvironmentSign environment={environment} />
    </span>
  )
}

/** State of a project, and the sentence of its worst trouble. */
export function StatusCell({ project: { status, under_way: underWay, message, trouble } }: { project: FleetProject }) {
  return (
    <span className="fleet-status">
      <StatusPill status={status} />
      {underWay && (
        <span className="fleet-under-way">
          <Icon name="progress_activity" size="small" />
          <Text source={underWay} />
        </span>
      )}
      {message && (
        <span className="fleet-message" data-severity={trouble >= 60 ? 'high' : 'low'} title={message}>
          <bdi>{message}</bdi>
        </span>
      )}
    </span>
  )
}

/** Age of the newest backup, with a sign for how it went. */
export function BackupCell({ project }: { project: FleetProject }) {
  const { backup_state: state, last_backup: at } = project
  if (!at && !state) return <span className="fleet-none">–</span>
  const look = state ? backupLooks[state] : undefined
  return (
    <span className="fleet-age" data-tone={look?.tone}>
      <Age at={at} />
      {look && (
        <>
          <Icon name={look.icon} size="small" />
          <span className="fleet-age-word">
            <Text source={state ?? ''} />
          </span>
        </>
      )}
    </span>
  )
}

const backupLooks: Readonly<Record<string, { icon: string; tone: string }>> = {
  Proven: { icon: 'verified', tone: 'success' },
  Stored: { icon: 'inventory_2', tone: 'plain' },
  Failed: { icon: 'gpp_bad', tone: 'danger' },
  Overdue: { icon: 'schedule', tone: 'warning' },
}

/** How long ago something was; a dash for never. */
export function Age({ at }: { at: string | null }) {
  const { formatRelative, formatDateTime } = useTimes()
  const environment = useEnvironment()
  const now = useNow(environment.now)
  if (!at) return <span className="fleet-none">–</span>
  return (
    <time dateTime={at} title={formatDateTime(at, now)}>
      {formatRelative(at, now)}
    </time>
  )
}

export function ErrorsCell({ count }: { count: number | null }) {
  const { formatNumber } = useI18n()
  if (count === null) return <span className="fleet-none">–</span>
  return (
    <span className="numeric" data-tone={count > 0 ? 'danger' : undefined}>
      {formatNumber(count, 0)}
    </span>
  )
}

export function StorageCell({ bytes }: { bytes: number | null }) {
  const sizeText = useSizeText()
  return bytes === null ? <span className="fleet-none">–</span> : <span className="numeric">{sizeText(bytes)}</span>
}
