import { type Reading, useEnvironment } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Card, EmptyState, Icon, Pill, ProgressBar } from '@tavla/ui'
import type { ReactNode } from 'react'
import { FileSize } from '../reading/FileSize.tsx'
import { PanelState } from '../reading/PanelState.tsx'
import { useActiveProject } from './ActiveProject.tsx'
import { BackupLine } from './BackupLine.tsx'
import { DataCheck, DataNote } from './DataCheck.tsx'
import { DamagedNote, DiskNote } from './DiskNotes.tsx'
import { EventList } from './EventList.tsx'
import type { ProjectInfo } from './project-info.ts'

/** Health, counts, storage and events of a project, each in a card (reference: hosting, Project data). */
export function ProjectPanels({ info }: { info: Reading<ProjectInfo> }) {
  const { t } = useI18n()
  const { under_way: underWay } = useActiveProject().project
  if (!info.value) return <PanelState reading={info} />
  const {
    counts,
    disk,
    damaged_files: damaged,
    events,
    last_error: error,
    status,
    version,
    hq_version: ours = version,
  } = info.value
  return (
    <div className="project-panels">
      <div className="project-progress">
        {typeof underWay === 'string' && underWay !== '' ? (
          <ProgressBar label={t(underWay)} />
        ) : (
          (status === 'Provisioning' || status === 'Removing') && <ProgressBar label={t(status, undefined, 'status')} />
        )}
      </div>
      {info.error && (
        <div className="project-error" role="alert">
          <Icon name="cloud_off" size="small" />
          <span>
            <ErrorMessage error={info.error} />
          </span>
          <Button size="small" onClick={() => void info.reload()}>
            <Text source="Retry" />
          </Button>
        </div>
      )}
      {error && status !== 'Running' && (
        <p className="project-error" role="alert">
          <Icon name="error" size="small" />
          <bdi>{error}</bdi>
        </p>
      )}
      {status === 'Running' && version !== ours && (
        <p className="project-error" data-tone="note" role="status">
          <Icon name="info" size="small" />
          <Text source="HQ runs version {0}. Restart the project to bring it to the same." args={[ours ?? '']} />
        </p>
      )}
      {disk?.free_bytes !== undefined && disk.total_bytes !== undefined && (
        <DiskNote disk={{ free_bytes: disk.free_bytes, total_bytes: disk.total_bytes }} />
      )}
      <BackupLine />
      <DataNote check={info.value.data_check} />
      <DamagedNote files={damaged} />
      <Panel title="Health" onRefresh={() => void info.reload()}>
        <HealthFacts info={info.value} />
      </Panel>
      <Panel title="Records">{counts ? <CountFacts counts={counts} /> : <NoCounts />}</Panel>
      <Panel title="Storage">{disk ? <DiskFacts disk={disk} /> : <NoCounts />}</Panel>
      <Panel title="Events" isWide>
        {events.length > 0 ? (
          <EventList events={events} />
        ) : (
          <EmptyState kind="empty" title={<Text source="Nothing has happened yet." />} />
        )}
      </Panel>
    </div>
  )
}

interface PanelProps {
  title: string
  isWide?: boolean
  onRefresh?: () => void
  children: ReactNode
}

function Panel({ title, isWide, onRefresh, children }: PanelProps) {
  const id = `panel-${title}`
  return (
    <Card aria-labelledby={id} className="project-panel" data-wide={isWide || undefined}>
      <header>
        <h3 id={id}>
          <Text source={title} />
        </h3>
        {onRefresh && (
          <Button size="small" variant="quiet" onClick={onRefresh}>
            <Text source="Refresh" />
          </Button>
        )}
      </header>
      {children}
    </Card>
  )
}

/** The state that a site reports while people cannot work with it. */
const troubles: Readonly<Record<string, string>> = {
  database: 'The database cannot be reached.',
  starting: 'Starting',
  stopping: 'Stopping',
  overloaded: 'Very busy',
}

function HealthFacts({ info }: { info: ProjectInfo }) {
  const { t, formatNumber } = useI18n()
  const { formatDuration, formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const { health, uptime_seconds: uptime, version, port, restarts } = info
  const isRunning = info.status === 'Running'
  return (
    <dl className="facts">
      <Fact name={t('State')}>
        {isRunning ? (
          <Pill color={health.ok ? 'Green' : 'Red'}>
            <Text source={health.ok ? 'Healthy' : (troubles[health.status ?? ''] ?? 'Not answering')} />
          </Pill>
        ) : (
          '–'
        )}
      </Fact>
      <Fact name={t('Last Health')}>{health.checked_at ? formatDateTime(health.checked_at, now()) : '–'}</Fact>
      <Fact name={t('Response Time')}>
        {isRunning && health.latency_ms !== null ? (
          <Text source="{0} ms" args={[formatNumber(health.latency_ms, 0)]} />
        ) : (
          '–'
        )}
      </Fact>
      <Fact name={t('Uptime')}>{isRunning && uptime !== null ? formatDuration(uptime) : '–'}</Fact>
      <Fact name={t('Version')}>{version ?? '–'}</Fact>
      <Fact name={t('Port')}>{port === null ? '–' : String(port)}</Fact>
      <Fact name={t('Restarts')}>{formatNumber(restarts, 0)}</Fact>
      {info.data_check && (
        <Fact name={t('Data Check')}>
          <DataCheck check={info.data_check} />
        </Fact>
      )}
    </dl>
  )
}

function CountFacts({ counts }: { counts: NonNullable<ProjectInfo['counts']> }) {
  const { t, formatNumber } = useI18n()
  const show = (value: number) => formatNumber(value, 0)
  return (
    <dl className="facts">
      <Fact name={t('Users')}>{show(counts.users)}</Fact>
      <Fact name={t('Entities')}>{show(counts.entities)}</Fact>
      <Fact name={t('Records')}>{show(counts.records)}</Fact>
      <Fact name={t('Files')}>{show(counts.files)}</Fact>
      <Fact name={t('Open Communications')}>{show(counts.open_communications)}</Fact>
      <Fact name={t('Queued Emails')}>{show(counts.queued_emails)}</Fact>
    </dl>
  )
}

function DiskFacts({ disk }: { disk: NonNullable<ProjectInfo['disk']> }) {
  const { t } = useI18n()
  return (
    <dl className="facts">
      <Fact name={t('Database')}>
        <FileSize bytes={disk.store_bytes} />
      </Fact>
      <Fact name={t('Files')}>
        <FileSize bytes={disk.files_bytes} />
      </Fact>
      <Fact name={t('Logs')}>
        <FileSize bytes={disk.logs_bytes} />
      </Fact>
      {disk.free_bytes !== undefined && (
        <Fact name={t('Free Space')}>
          <FileSize bytes={disk.free_bytes} total={disk.total_bytes} />
        </Fact>
      )}
    </dl>
  )
}

function NoCounts() {
  return (
    <p className="facts-none">
      <Text source="Known while the project is running." />
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      {/* Its children isolate themselves, so the direction cannot be guessed from its text. */}
      <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  )
}
