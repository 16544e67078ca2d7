import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon } from '@tavla/ui'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { Age, BackupCell, ErrorsCell, ProjectCell, StatusCell, StorageCell } from './FleetCells.tsx'
import type { FleetProject } from './fleet-calls.ts'
import { type FleetOrder, fleetColumns } from './fleet-columns.ts'
import type { FleetRows } from './useFleetRows.ts'

interface FleetTableProps {
  projects: readonly FleetProject[]
  rows: FleetRows
  canSelect: boolean
  order: FleetOrder | null
  onOrder: (order: FleetOrder | null) => void
}

/** All projects in one dense table under a head that stays (reference: screens, Fleet). */
export function FleetTable({ projects, rows, canSelect, order, onOrder }: FleetTableProps) {
  const { t } = useI18n()
  const sort = (column: string) => {
    if (order?.column !== column) onOrder({ column, isReversed: false })
    else onOrder(order.isReversed ? null : { column, isReversed: true })
  }
  return (
    <table className="fleet-table" aria-label={t('Projects')}>
      <thead>
        <tr>
          {canSelect && (
            <th scope="col" className="fleet-box">
              <Checkbox
                aria-label={t('Select All')}
                isChecked={rows.isAll}
                isMixed={rows.isMixed}
                onChange={rows.toggleAll}
              />
            </th>
          )}
          {fleetColumns.map(({ name, label, isNumber }) => {
            const isSorted = order?.column === name
            return (
              <th
                key={name}
                scope="col"
                data-column={name}
                data-number={isNumber || undefined}
                aria-sort={isSorted ? (order.isReversed ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" onClick={() => sort(name)}>
                  <Text source={label} />
                  {isSorted && <Icon name={order.isReversed ? 'arrow_upward' : 'arrow_downward'} size="small" />}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody {...rows.handlers}>
        {projects.map((project, index) => (
          <FleetRow key={project.id} {...{ project, index, rows, canSelect }} />
        ))}
      </tbody>
    </table>
  )
}

interface FleetRowProps {
  project: FleetProject
  index: number
  rows: FleetRows
  canSelect: boolean
}

function FleetRow({ project, index, rows, canSelect }: FleetRowProps) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const isSelected = rows.selected.has(project.id)
  return (
    // The link in the row is the way of the keyboard.
    <tr
      data-selected={isSelected || undefined}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, input, label')) void navigate(projectPath(project.id))
      }}
    >
      {canSelect && (
        <td className="fleet-box">
          <Checkbox
            aria-label={t('Select {0}', [project.project_name])}
            tabIndex={-1}
            isChecked={isSelected}
            onChange={() => rows.toggle(project.id)}
          />
        </td>
      )}
      <td data-column="project">
        <ProjectCell project={project} tabIndex={rows.tabIndexOf(index)} />
      </td>
      <td data-column="status">
        <StatusCell project={project} />
      </td>
      <td data-column="version">
        <bdi className="numeric">{project.version ?? '–'}</bdi>
      </td>
      <td data-column="backup">
        <BackupCell project={project} />
      </td>
      <td data-column="proof">
        <Age at={project.last_proof} />
      </td>
      <td data-number>
        <ErrorsCell count={project.errors_24h} />
      </td>
      <td data-number data-column="storage">
        <StorageCell bytes={project.storage} />
      </td>
      <td data-column="sign-in">
        <Age at={project.last_sign_in} />
      </td>
      <td data-column="server">
        <bdi>{project.server}</bdi>
      </td>
    </tr>
  )
}
