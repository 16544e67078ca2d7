import { showError } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { type BulkAction, type BulkResult, runOnMany } from './fleet-calls.ts'
import type { FleetRows } from './useFleetRows.ts'

const FleetResults = lazyPart(() => import('./FleetResults.tsx'), 'window')

const actions: readonly { action: BulkAction; label: string; icon: string }[] = [
  { action: 'start', label: 'Start', icon: 'play_arrow' },
  { action: 'stop', label: 'Stop', icon: 'stop' },
  { action: 'restart', label: 'Restart', icon: 'restart_alt' },
  { action: 'take_backup', label: 'Back Up Now', icon: 'backup' },
]

/** Actions on the selected projects, and their result for each (reference: screens, Fleet). */
export function FleetBar({
  rows,
  nameOf,
  onDone,
}: {
  rows: FleetRows
  nameOf: (id: string) => string
  onDone: () => void
}) {
  const { t, formatNumber } = useI18n()
  const [running, setRunning] = useState<BulkAction | null>(null)
  const [results, setResults] = useState<readonly BulkResult[] | null>(null)
  const count = rows.selected.size
  const run = async (action: BulkAction, projects: readonly string[]) => {
    if (running) return
    setRunning(action)
    try {
      setResults(await runOnMany(action, projects))
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
          {actions.map(({ action, label, icon }) => (
            <Button
              key={action}
              size="small"
              variant="quiet"
              icon={<Icon name={icon} />}
              isPending={running === action}
              disabled={running !== null && running !== action}
              onClick={() => void run(action, [...rows.selected])}
            >
              <Text source={label} />
            </Button>
          ))}
          <Button size="small" variant="quiet" onClick={rows.clear}>
            <Text source="Clear Selection" />
          </Button>
        </div>
      )}
      {results && (
        <Suspense fallback={null}>
          <FleetResults results={results} nameOf={nameOf} onClose={() => setResults(null)} />
        </Suspense>
      )}
    </>
  )
}
