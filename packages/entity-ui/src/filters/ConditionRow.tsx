import type { EntityState } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton, Select } from '@tavla/ui'
import { ConditionEditor, type ConditionEditorProps } from './ConditionEditor.tsx'
import { filterFields } from './conditions.ts'

/** A condition while it is edited; `pair` is null until it is whole. */
export interface DraftCondition {
  fieldname: string
  pair: ConditionEditorProps['pair']
}

interface ConditionRowProps extends Pick<ConditionEditorProps, 'isLasting'> {
  condition: DraftCondition
  entity: string
  meta: Meta
  filters: EntityState['filters']
  onChange: (condition: DraftCondition) => void
  onRemove: () => void
}

/** Field, operator and value of one condition. */
export default function ConditionRow(props: ConditionRowProps) {
  const { condition, entity, meta, filters, isLasting, onChange, onRemove } = props
  const { t } = useI18n()
  const fields = filterFields(meta)
  const field = meta.all_fields.find(({ fieldname }) => fieldname === condition.fieldname)
  return (
    <div className="filter-builder-row">
      <Select
        label={<Text source="Field" />}
        options={fields.map(({ fieldname, label }) => ({ value: fieldname, label: t(label), source: label }))}
        value={condition.fieldname}
        onChange={(fieldname) => onChange({ fieldname, pair: null })}
      />
      {field ? (
        <ConditionEditor
          key={condition.fieldname}
          entity={entity}
          field={field}
          pair={condition.pair}
          filters={filters}
          label="Condition"
          {...(isLasting && { isLasting })}
          onChange={(pair) => onChange({ fieldname: condition.fieldname, pair })}
        />
      ) : (
        condition.fieldname !== '' && (
          <p className="filter-chip-fault">
            <Text source="The field {0} is gone, or you may not see it." args={[condition.fieldname]} />
          </p>
        )
      )}
      <IconButton icon="close" size="small" label={t('Remove')} onClick={onRemove} />
    </div>
  )
}
