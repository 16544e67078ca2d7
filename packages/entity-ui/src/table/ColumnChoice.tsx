import { type EntityState, type EntityStore, listableFields } from '@tavla/client'
import type { ListColumn, Meta } from '@tavla/contract'
import { useRowSort } from '@tavla/fields/rows'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { chosenColumns, moveColumn } from './table-columns.ts'
import './column-choice.css'

interface ColumnChoiceProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

/** The columns of a table in their order, and the hidden ones: a box shows and hides, a handle moves (reference: screens, Tables). */
export function ColumnChoice({ state, store, meta }: ColumnChoiceProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const fields = listableFields(meta)
  const labelOf = (name: string) => fields.find(({ fieldname }) => fieldname === name)?.label
  const shown = chosenColumns(state).filter(({ fieldname }) => labelOf(fieldname) !== undefined)
  const names = new Set(shown.map(({ fieldname }) => fieldname))
  const hidden = fields.filter(({ fieldname }) => !names.has(fieldname))
  const set = (columns: readonly ListColumn[]) => void store.setColumns(columns).catch(onError)
  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    const [moved, target] = [shown[from], shown[to]]
    if (moved && target) set(moveColumn(shown, moved.fieldname, target.fieldname))
  })
  return (
    <>
      <fieldset className="column-choice">
        <legend className="field-label">
          <Text source="Columns" />
        </legend>
        <ul ref={attach}>
          {shown.map(({ fieldname }, index) => (
            <li key={fieldname} data-held={heldIndex === index || undefined}>
              <Checkbox
                isChecked
                // A table has at least one column.
                disabled={shown.length === 1}
                onChange={() => set(shown.filter((one) => one.fieldname !== fieldname))}
              >
                <Text source={labelOf(fieldname) ?? fieldname} />
              </Checkbox>
              <button
                type="button"
                className="column-handle"
                aria-label={`${t('Drag to reorder')}: ${t(labelOf(fieldname) ?? fieldname)}`}
                {...handleProps(index)}
              >
                <Icon name="drag_indicator" size="small" />
              </button>
            </li>
          ))}
        </ul>
      </fieldset>
      {hidden.length > 0 && (
        <fieldset className="column-choice">
          <legend className="field-label">
            <Text source="Hidden Columns" />
          </legend>
          <ul>
            {hidden.map(({ fieldname, label }) => (
              <li key={fieldname}>
                <Checkbox isChecked={false} onChange={() => set([...shown, { fieldname }])}>
                  <Text source={label} />
                </Checkbox>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </>
  )
}
