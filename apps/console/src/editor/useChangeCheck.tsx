import { type ConfirmSave, useEntity, useEnvironment } from '@tavla/entity-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { ChangeWindow } from './ChangeWindow.tsx'
import { type ChangeEffects, checkChanges, isHarmless } from './change-check.ts'
import { textOf } from './field-row.ts'
import { type RuleChange, ruleChanges } from './rule-changes.ts'

interface Question {
  id: string
  effects: ChangeEffects
  fields: unknown
  rules: readonly RuleChange[]
  /** The type that the entity will have, where that is another one. */
  type: string | undefined
  answer: (isConfirmed: boolean) => void
}

/** What of a definition may touch stored data or what people may do. */
const checked = ['fields', 'permissions', 'type']

/** Before changed fields, rules or another type are saved, shows what that does and asks (contract 2.3). */
export function useChangeCheck(): { confirmSave: ConfirmSave; question: ReactNode } {
  const { client } = useEnvironment()
  const [, store] = useEntity('Entity')
  const [asked, setAsked] = useState<Question | null>(null)

  const confirmSave = useCallback<ConfirmSave>(
    async (body) => {
      if (!checked.some((key) => key in body)) return body
      const stored = store.getSnapshot().activeEntity
      // A server of an older version takes fields that aren't sent for fields that are gone.
      const effects = await checkChanges(client, { fields: stored?.fields, ...body })
      const rules = 'permissions' in body ? ruleChanges(stored?.permissions, body.permissions) : []
      const type = 'type' in body && body.type !== stored?.type ? textOf(body.type) : undefined
      if (isHarmless(effects) && rules.length === 0 && type === undefined) return body
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsked({ id: String(body.id), effects, fields: body.fields, rules, type, answer }),
      )
      setAsked(null)
      if (!isConfirmed) return null
      return effects.losses.length > 0 ? { ...body, confirm_data_loss: 1 } : body
    },
    [client, store],
  )

  const question = asked && (
    <ChangeWindow {...asked} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
  )
  return { confirmSave, question }
}
