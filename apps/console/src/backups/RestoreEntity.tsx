import { Text, useI18n } from '@tavla/i18n/react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { compareRecords, listBackupRecords } from './backup-calls.ts'
import { ConfirmRestore } from './ConfirmRestore.tsx'

/** So many records are compared at most, so that the difference shows soon. */
const maxCompared = 500

/** Says how many records of an entity are missing, changed and the same; somebody who may restore brings all back. */
export function RestoreEntity({ backup, entity }: { backup: string; entity: string }) {
  const { formatNumber } = useI18n()
  const mayRestore = hasLevel(useActiveProject().project, 'Manage')
  const reading = useLiveReading(`${backup}\n${entity}`, () => compareAll(backup, entity))
  const { value } = reading
  if (!value) return <PanelState reading={reading} />
  const { counts, compared, total } = value
  // Records that were not compared may differ.
  const count = counts.Missing + counts.Changed + total - compared
  return (
    <>
      <dl className="restore-figures" aria-live="polite">
        {(['Missing', 'Changed', 'Same'] as const).map((state) => (
          <div key={state} data-state={state}>
            <dt>
              <Text source={state} {...(state === 'Changed' && { context: 'comparison' })} />
            </dt>
            <dd>{formatNumber(counts[state], 0)}</dd>
          </div>
        ))}
      </dl>
      {compared < total && (
        <p className="restore-note">
          <Text source="Compared: {0} of {1}" args={[formatNumber(compared, 0), formatNumber(total, 0)]} />
        </p>
      )}
      {mayRestore && (
        <ConfirmRestore what={{ backup, entity, all: 1 }} count={count} onDone={() => void reading.reload()} />
      )}
    </>
  )
}

async function compareAll(backup: string, entity: string) {
  const counts = { Missing: 0, Changed: 0, Same: 0 }
  for (let compared = 0; ; ) {
    const { data, count: total } = await listBackupRecords(backup, entity, '', compared)
    if (data.length === 0) return { counts, compared, total }
    const ids = data.map(({ id }) => id)
    for (const { state } of await compareRecords(backup, entity, ids)) counts[state]++
    compared += data.length
    if (compared >= Math.min(total, maxCompared)) return { counts, compared, total }
  }
}
