import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { BackupCell, ErrorsCell, ProjectCell, StatusCell, StorageCell } from './FleetCells.tsx'
import type { FleetProject } from './fleet-calls.ts'
import type { FleetRows } from './useFleetRows.ts'

interface FleetLinesProps {
  projects: readonly FleetProject[]
  rows: FleetRows
  canSelect: boolean
}

/** The same in two lines a project, where there is no room for the table. */
export function FleetLines({ projects, rows, canSelect }: FleetLinesProps) {
  const { t } = useI18n()
  return (
    <ul className="fleet-lines" aria-label={t('Projects')} {...rows.handlers}>
      {projects.map((project, index) => (
        <li key={project.id} data-selected={rows.selected.has(project.id) || undefined}>
          <div className="fleet-line">
            {canSelect && (
              <Checkbox
                aria-label={t('Select {0}', [project.project_name])}
                tabIndex={-1}
                isChecked={rows.selected.has(project.id)}
                onChange={() => rows.toggle(project.id)}
              />
            )}
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
