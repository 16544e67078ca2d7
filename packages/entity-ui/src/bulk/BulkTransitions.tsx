import { type EntityStore, selectedTarget } from '@tavla/client'
import type { BulkWork, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Menu, MenuItem } from '@tavla/ui'
import { useState } from 'react'
import { type AskingTransition, AskWindow, type TransitionAnswers } from '../transitions/AskWindow.tsx'
import { stateFieldOf } from '../transitions/transitions.ts'
import BulkPlanWindow from './BulkPlanWindow.tsx'
import { namedTransitions } from './named-transitions.ts'

interface BulkTransitionsProps {
  meta: Meta
  store: EntityStore
}

/**
 * Takes the selected records to another state: one menu for the transitions of all of them, then what the chosen one
 * asks, then the plan, which names the records that it refuses (reference: screens, Bulk changes).
 */
export default function BulkTransitions({ meta, store }: BulkTransitionsProps) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<AskingTransition | null>(null)
  const [work, setWork] = useState<BulkWork | null>(null)
  const field = stateFieldOf(meta)
  if (!field) return null
  const answer = (transition: AskingTransition, { reason, values }: TransitionAnswers = {}) =>
    setWork({
      change: { ...values, [field.fieldname]: transition.to, ...(reason !== undefined && { _reason: reason }) },
    })
  const choose = (transition: AskingTransition) => {
    setChosen(transition)
    if (transition.needs_reason !== 1 && transition.ask_fields.length === 0) answer(transition)
  }
  const close = () => {
    setChosen(null)
    setWork(null)
  }
  return (
    <>
      <Menu
        label={t(field.label)}
        triggerClassName="button bulk-transitions"
        trigger={
          <>
            <Text source={field.label} />
            <Icon name="keyboard_arrow_down" size="small" />
          </>
        }
      >
        {namedTransitions(meta.doc_meta.transitions ?? []).map((transition) => (
          <MenuItem key={transition.id} icon="arrow_forward" onAction={() => choose(transition)}>
            <Text source={transition.title} />
          </MenuItem>
        ))}
      </Menu>
      {chosen && !work && (
        <AskWindow
          {...{ meta, transition: chosen }}
          record={{ id: '' }}
          isForMany
          onAnswer={(answers) => answer(chosen, answers)}
          onClose={close}
        />
      )}
      {chosen && work && (
        <BulkPlanWindow
          {...{ meta, work }}
          target={selectedTarget(store.getSnapshot())}
          label={chosen.title}
          onStarted={() => undefined}
          onClose={close}
        />
      )}
    </>
  )
}
