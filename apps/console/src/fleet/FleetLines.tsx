import { Text, useI18n } from '@tavla/i18n/react'
import { BackupCell, ErrorsCell, ProjectCell, StatusCell, StorageCell } from './FleetCells.tsx'
import type { FleetProject } from './fleet-calls.ts'
import type { FleetRows } from './useFleetRows.ts'

/** The same in two lines a project, where there is no room for the table. */
export function FleetLines({ projects, rows }: { projects: readonly FleetProject[]; rows: FleetRows }) {
  const { t } = useI18n()
  return (
    <ul className="fleet-lines" aria-label={t('Projects')} {...rows.handlers}>
      {projects.map((project, index) => (
        <li key={project.id}>
          <div className="fleet-line">
            <ProjectCell project={project} tabIndex={rows.tabIndexOf(index)} />
            <StatusCell project={{ ...project, message: null }} />
          </div>
          <div className="fleet-line" data-second>
            {project.message ? (
              <span className="fleet-message" data-severity={project.trouble >= 60 ? 'high' : 'low'}>
                <bdi>{project.message}</bdi>
              </span>
            ) : (
              <span>
                <Text source="Errors, 24 h" /> <ErrorsCell count={project.errors_24h} />
              </span>
            )}
            {project.last_backup || project.backup_state ? (
              <BackupCell project={project} />
            ) : (
              <Text source="No backup yet" />
            )}
            <StorageCell bytes={project.storage} />
          </div>
        </li>
      ))}
    </ul>
  )
}
