import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Icon, Link } from '@tavla/ui'
import { projectPath } from '../paths.ts'
import { useActiveProject } from './ActiveProject.tsx'

/** Age of the newest backup and of its proof, in one line (reference: screens, Console tabs). */
export function BackupLine() {
  const { t } = useI18n()
  const { formatRelative, formatDateTime } = useTimes()
  const environment = useEnvironment()
  const now = useNow(environment.now)
  const { project } = useActiveProject()
  const [state, backup, proof] = [project.backup_state, project.last_backup, project.last_proof].map(textOf)
  const look = looks[state ?? ''] ?? { icon: 'backup', tone: 'plain' }
  const when = (at: string) => (
    <time dateTime={at} title={formatDateTime(at, now)}>
      {formatRelative(at, now)}
    </time>
  )
  return (
    <p className="backup-state" data-tone={look.tone}>
      <Icon name={look.icon} size="small" />
      {backup ? (
        <>
          <b>
            <Text source="Backup" />
            {state && (
              <>
                {': '}
                <Text source={state} />
              </>
            )}
          </b>
          <span>
            {t('Last Backup')}: {when(backup)}
          </span>
          <span>
            {t('Last Proof')}: {proof ? when(proof) : '–'}
          </span>
        </>
      ) : (
        <Text source="No backup yet" />
      )}
      <Link href={`${projectPath(project.id)}/backups`}>
        <Text source="Backups" />
      </Link>
    </p>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const looks: Readonly<Record<string, { icon: string; tone: string }>> = {
  Proven: { icon: 'verified', tone: 'success' },
  Stored: { icon: 'inventory_2', tone: 'plain' },
  Failed: { icon: 'gpp_bad', tone: 'danger' },
  Overdue: { icon: 'schedule', tone: 'warning' },
}
