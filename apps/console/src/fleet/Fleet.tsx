import type { EntityState, EntityStore } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, useMediaQuery } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { PanelState } from '../reading/PanelState.tsx'
import { FleetAlerts } from './FleetAlerts.tsx'
import { FleetBar } from './FleetBar.tsx'
import { FleetLines } from './FleetLines.tsx'
import { FleetTable } from './FleetTable.tsx'
import { type FleetOrder, inOrder } from './fleet-columns.ts'
import { useFleet, useMatching } from './useFleet.ts'
import { useFleetRows } from './useFleetRows.ts'
import './fleet.css'

interface FleetProps {
  /** The list of projects, whose search and filters hold here too. */
  state: EntityState
  store: EntityStore
  onAdd: (() => void) | undefined
}

/** All projects in one table, the worst first, with the open alerts above (reference: screens, Fleet). */
export default function Fleet({ state, store, onAdd }: FleetProps) {
  const fleet = useFleet()
  const all = fleet.value?.projects
  const matching = useMatching(all, state)
  const [order, setOrder] = useState<FleetOrder | null>(null)
  const projects = inOrder(matching ?? [], order)
  const rows = useFleetRows(projects)
  const isNarrow = useMediaQuery('(max-width: 56.25rem)')
  // The number in the header follows the projects too.
  useEffect(() => store.enter(), [store])
  const canSelect = state.meta?.doc_meta.permissions.write === 1
  if (!all || !matching) return <PanelState reading={fleet} shape="rows" />
  const nameOf = (id: string) => all.find((project) => project.id === id)?.project_name ?? id
  return (
    <div className="fleet" data-bar={rows.selected.size > 0 || undefined}>
      <FleetAlerts />
      {projects.length === 0 ? (
        <NoProject isNarrowed={all.length > 0} onAdd={onAdd} />
      ) : isNarrow ? (
        <FleetLines {...{ projects, rows, canSelect }} />
      ) : (
        <FleetTable {...{ projects, rows, canSelect, order }} onOrder={setOrder} />
      )}
      <FleetBar projects={projects} rows={rows} nameOf={nameOf} onDone={() => void fleet.reload()} />
    </div>
  )
}

function NoProject({ isNarrowed, onAdd }: { isNarrowed: boolean; onAdd: (() => void) | undefined }) {
  const { t } = useI18n()
  if (isNarrowed) return <EmptyState kind="noResult" title={<Text source="No results" />} />
  const add = onAdd && (
    <Button variant="primary" onClick={onAdd}>
      <Text source="New {0}" args={[t('Project')]} />
    </Button>
  )
  return <EmptyState kind="empty" title={<Text source="No project yet" />} action={add} />
}
