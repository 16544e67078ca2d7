import { useI18n } from '@tavla/i18n/react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { listByState } from './backup-calls.ts'
import { ComparedNote } from './ComparedNote.tsx'
import { ConfirmRestore } from './ConfirmRestore.tsx'
import { StateWord } from './StateChoice.tsx'

/** Says how many records of an entity are missing, changed and the same; somebody who may restore brings all back. */
export function RestoreEntity({ backup, entity }: { backup: string; entity: string }) {
  const { formatNumber } = useI18n()
  const mayRestore = hasLevel(useActiveProject().project, 'Manage')
  const reading = useLiveReading(`${backup}\n${entity}`, () => listByState(backup, entity, { state: 'All', length: 1 }))
  const { value } = reading
  if (!value) return <PanelState reading={reading} />
  const { states, compared, total } = value
  // Records that were not compared may differ.
  const count = states.Missing + states.Changed + total - compared
  return (
    <>
      <dl className="restore-figures" aria-live="polite">
        {(['Missing', 'Changed', 'Same'] as const).map((state) => (
          <div key={state} data-state={state}>
            <dt>
              <StateWord state={state} />
            </dt>
            <dd>{formatNumber(states[state], 0)}</dd>
          </div>
        ))}
      </dl>
      <ComparedNote found={value} />
      {mayRestore && (
        <ConfirmRestore what={{ backup, entity, all: 1 }} count={count} onDone={() => void reading.reload()} />
      )}
    </>
  )
}
