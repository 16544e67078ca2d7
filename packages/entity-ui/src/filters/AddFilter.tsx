import { conditionsOf, type EntityState, type EntityStore, soundFilters } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { ConditionEditor } from './ConditionEditor.tsx'
import { filterFields, withCondition } from './conditions.ts'
import { stepThrough } from './step-through.ts'

interface AddFilterProps {
  state: EntityState
  store: EntityStore
  /** Opens the window of groups. */
  onBuild: () => void
}

/** The panel of `+ Filter`: first the field, then its operator and value. */
export default function AddFilter({ state, store, onBuild }: AddFilterProps) {
  const [chosen, setChosen] = useState<{ field: FieldMeta; index: number }>()
  const { meta, filters } = state
  if (!meta) return null
  if (!chosen) {
    const choose = (field: FieldMeta) => {
      const { fieldname } = field
      setChosen({ field, index: fieldname in filters ? conditionsOf(filters[fieldname]).length : 0 })
    }
    return <FieldChoice fields={filterFields(meta)} onChoose={choose} onBuild={onBuild} />
  }
  const { field, index } = chosen
  return (
    <div className="filter-panel">
      <ConditionEditor
        entity={state.entity}
        field={field}
        pair={null}
        isRoomy
        filters={soundFilters(meta, filters)}
        onChange={(pair) =>
          store.setFilter(field.fieldname, withCondition(state, { fieldname: field.fieldname, index }, pair))
        }
      />
    </div>
  )
}

interface FieldChoiceProps {
  fields: readonly FieldMeta[]
  onChoose: (field: FieldMeta) => void
  onBuild: () => void
}

function FieldChoice({ fields, onChoose, onBuild }: FieldChoiceProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = fields.filter(({ label }) => `${label}\n${t(label)}`.toLowerCase().includes(wanted))
  return (
    <fieldset aria-label={t('Field')} className="filter-panel" {...stepThrough('input, .filter-option')}>
      <input
        type="search"
        className="input"
        aria-label={t('Search')}
        placeholder={t('Search')}
        maxLength={140}
        // biome-ignore lint/a11y/noAutofocus: the panel opens to choose a field
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = shown
          if (event.key === 'Enter' && first) {
            event.preventDefault()
            onChoose(first)
          }
        }}
      />
      <ul className="filter-options">
        {shown.map((field) => (
          <li key={field.fieldname}>
            <button type="button" className="filter-option" onClick={() => onChoose(field)}>
              <Text source={field.label} />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" icon={<Icon name="filter_list" size="small" />} onClick={onBuild}>
        <Text source="Combine Conditions" />
      </Button>
    </fieldset>
  )
}
