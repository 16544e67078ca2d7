import { ApiError } from '@tavla/client'
import { textOf } from '@tavla/contract'
import { type ConfirmSave, useEntity, useEnvironment } from '@tavla/entity-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { type ChangeQuestion, ChangeWindow } from './ChangeWindow.tsx'
import { checkChanges, expressionErrors, isHarmless } from './change-check.ts'
import { type DefinitionChange, definitionChanges } from './definition-changes.ts'
import { withHebrew } from './hebrew-columns.ts'
import { ruleChanges } from './rule-changes.ts'

interface Question extends ChangeQuestion {
  answer: (isConfirmed: boolean) => void
}

/**
 * Before a definition is saved, shows every change and asks, unless all changes are of appearance and order. Reasons of
 * a refusal are then shown at their places.
 */
export function useChangeCheck(): { confirmSave: ConfirmSave; question: ReactNode } {
  const { client } = useEnvironment()
  const [, store] = useEntity('Entity')
  const [asked, setAsked] = useState<Question | null>(null)

  const confirmSave = useCallback<ConfirmSave>(
    async (body) => {
      const { activeEntity, notice, meta } = store.getSnapshot()
      // The save is merged with that of another operator, whose changes are none of its own.
      const stored = notice?.record ?? activeEntity
      const changes = meta && stored ? definitionChanges(withHebrew(meta, stored), stored, body) : []
      const rules = 'permissions' in body ? ruleChanges(stored?.permissions, body.permissions) : []
      if ('permissions' in body && rules.length === 0) changes.push(sameRights)
      const type = 'type' in body && body.type !== stored?.type ? textOf(body.type) : undefined
      const asks = rules.length > 0 || type !== undefined || changes.some((change) => change.asks)
      if (!asks && !checked.some((key) => key in body)) return body
      // A server of an older version takes missing fields for removed ones.
      const base = typeof body._base === 'object' && { _base: { fields: stored?.fields, ...body._base } }
      const effects = await checkChanges(client, { fields: stored?.fields, ...body, ...base })
      const wrong = expressionErrors(body, effects)
      // The box of an expression says best what is wrong with it.
      if (wrong.length > 0) throw new ApiError(417, { message: wrong[0]?.message, errors: wrong })
      if (isHarmless(effects) && !asks) return body
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsked({ id: String(body.id), effects, fields: body.fields, rules, changes, type, answer }),
      )
      setAsked(null)
      const { faults = [], refused, losses } = effects
      // The form shows these errors beside their fields.
      if (faults.length > 0) throw new ApiError(417, { message: refused[0], errors: faults })
      if (!isConfirmed) return null
      return losses.length > 0 ? { ...body, confirm_data_loss: 1 } : body
    },
    [client, store],
  )

  const question = asked && (
    <ChangeWindow {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
  )
  return { confirmSave, question }
}

/** Parts of a definition whose changes may affect stored data or rights. */
const checked = ['fields', 'permissions', 'type', 'transitions', 'state_field']

const sameRights: DefinitionChange = {
  subject: null,
  source: 'The permission rules are written differently; nobody gains or loses a right',
  args: [],
  asks: false,
}
