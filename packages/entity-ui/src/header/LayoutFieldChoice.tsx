import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Select } from '@tavla/ui'
import { boardField, boardFields } from '../board/board-fields.ts'
import { useEnvironment } from '../environment.ts'

interface LayoutFieldChoiceProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

/** The field by which the present layout places its records, where it needs one (reference: screens, List choices). */
export function LayoutFieldChoice({ state, store, meta }: LayoutFieldChoiceProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const { layout, layoutFields } = state
  const optionOf = ({ fieldname, label }: FieldMeta) => ({ value: fieldname, label: t(label), source: label })
  if (layout !== 'Board') return null
  return (
    <Select
      label={<Text source="Board Columns" />}
      options={boardFields(meta).map(optionOf)}
      value={boardField(meta, layoutFields.board_field)?.fieldname ?? null}
      onChange={(board_field) => void store.setLayoutFields({ board_field }).catch(onError)}
    />
  )
}
