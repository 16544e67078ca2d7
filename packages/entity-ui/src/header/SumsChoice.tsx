import type { EntityState, EntityStore } from '@tavla/client'
import type { ListSums } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Select } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { rowFields } from '../list/row-fields.ts'
import { numbersOf } from '../list/row-numbers.ts'
import { chooseFigure, figureOf, figures, isMoney } from '../summary/figures.ts'

interface SumsChoiceProps {
  state: EntityState
  store: EntityStore
}

/** The figures of the numbers that rows show (reference: screens, Sums and groups); a table has them in its foot. */
export function SumsChoice({ state, store }: SumsChoiceProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const numbers = numbersOf(rowFields(state))
  if (state.layout !== 'List' || numbers.length === 0) return null
  const options = figures.map(([value, label]) => ({ value: value as string, label: t(label), source: label }))
  const none = { value: '', label: t('No figure'), source: 'No figure' }
  return (
    <fieldset className="list-figures">
      <legend className="field-label">
        <Text source="Sums" />
      </legend>
      {numbers.map((field) => (
        <Select
          key={field.fieldname}
          label={<Text source={field.label} />}
          options={isMoney(field.fieldtype) ? options : [none, ...options]}
          value={figureOf(field, state.sums) ?? ''}
          onChange={(value) =>
            void store
              .setSums(chooseFigure(state.sums, field.fieldname, (value || null) as ListSums[string] | null))
              .catch(onError)
          }
        />
      ))}
    </fieldset>
  )
}
