import { type ConfirmSave, useEnvironment } from '@tavla/entity-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { ChangeWindow } from './ChangeWindow.tsx'
import { type ChangeEffects, checkChanges, isHarmless } from './change-check.ts'

interface Question {
  id: string
  effects: ChangeEffects
  fields: unknown
  answer: (isConfirmed: boolean) => void
}

/** Before changed fields are saved, shows what that does to the data and asks (contract 2.3). */
export function useChangeCheck(): { confirmSave: ConfirmSave; question: ReactNode } {
  const { client } = useEnvironment()
  const [asked, setAsked] = useState<Question | null>(null)

  const confirmSave = useCallback<ConfirmSave>(
    async (body) => {
      if (!('fields' in body)) return body
      const effects = await checkChanges(client, body)
      if (isHarmless(effects)) return body
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsked({ id: String(body.id), effects, fields: body.fields, answer }),
      )
      setAsked(null)
      if (!isConfirmed) return null
      return effects.losses.length > 0 ? { ...body, confirm_data_loss: 1 } : body
    },
    [client],
  )

  const question = asked && (
    <ChangeWindow
      id={asked.id}
      effects={asked.effects}
      fields={asked.fields}
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  )
  return { confirmSave, question }
}
