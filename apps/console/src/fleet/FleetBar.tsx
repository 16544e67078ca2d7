import { showError } from '@tavla/app-shell'
import { EnvironmentSign, environmentOf } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { type BulkAction, type BulkResult, bulkActions, type FleetProject, runOnMany } from './fleet-calls.ts'
import type { FleetRows } from './useFleetRows.ts'

const FleetResults = lazyPart(() => import('./FleetResults.tsx'), 'window')

/** Actions on the selected projects, and their result for each (reference: screens, Fleet). */
export function FleetBar({
  projects,
  rows,
  nameOf,
  onDone,
}: {
  projects: readonly FleetProject[]
  rows: FleetRows
  nameOf: (id: string) => string
  onDone: () => void
}) {
  const { t, formatNumber } = useI18n()
  const [running, setRunning] = useState<BulkAction | null>(null)
  const [done, setDone] = useState<{ action: BulkAction; results: readonly BulkResult[] } | null>(null)
  const count = rows.selected.size
  const run = async (action: BulkAction, chosen: readonly string[]) => {
    if (running) return
    setRunning(action)
    try {
      setDone({ action, results: await runOnMany(action, chosen) })
      onDone()
    } catch (error) {
      showError(error)
    }
    setRunning(null)
  }
  return (
    <>
      {count > 0 && (
        <div className="fleet-bar" role="toolbar" aria-label={t('{0} selected', [formatNumber(count, 0)])}>
          <span className="fleet-bar-count" role="status">
            <Text source="{0} selected" args={[formatNumber(count, 0)]} />
          </span>
          <Environments projects={projects.filter(({ id }) => rows.selected.has(id))} />
          {(Object.keys(bulkActions) as BulkAction[]).map((action) => (
            <Button
              key={action}
              size="small"
              variant="quiet"
              icon={<Icon name={bulkActions[action].icon} />}
              isPending={running === action}
              disabled={running !== null && running !== action}
              onClick={() => void run(action, [...rows.selected])}
            >
              <Text source={bulkActions[action].label} />
            </Button>
          ))}
          <Button size="small" variant="quiet" onClick={rows.clear}>
            <Text source="Clear Selection" />
          </Button>
        </div>
      )}
      {done && (
        <Suspense fallback={null}>
          <FleetResults {...done} nameOf={nameOf} onClose={() => setDone(null)} />
        </Suspense>
      )}
    </>
  )
}

/** How many of the projects bear which sign. */
function Environments({ projects }: { projects: readonly FleetProject[] }) {
  const { formatNumber } = useI18n()
  const signs = Map.groupBy(projects, ({ environment }) => environmentOf(environment))
  return [...signs].map(
    ([environment, { length }]) =>
      environment && (
        <span key={environment} className="fleet-bar-sign">
          {formatNumber(length, 0)} <EnvironmentSign environment={environment} />
        </span>
      ),
  )
}
