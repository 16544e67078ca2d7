import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, moveFocus } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { currentOrder, orderText } from '../header/list-order.ts'
import { type RecordWords, useWordsOf } from './record-words.ts'
import type { RowColumns } from './row-columns.ts'
import type { RowFields } from './row-fields.ts'
import { SelectAll } from './SelectAll.tsx'

interface ColumnsHeadProps {
  state: EntityState
  store: EntityStore
  fields: RowFields
  form: RowColumns
  hasBoxes: boolean
}

/**
 * The labels of a wide list's columns (reference: screens, Lists). A click sorts by a column, a second one turns the
 * order round. One tab stop: arrows move between the columns.
 */
export function ColumnsHead({ state, store, fields, form, hasBoxes }: ColumnsHeadProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const [stop, setStop] = useState(0)
  const words = useWordsOf(state.activeList[0])
  const { meta } = state
  if (!meta) return null
  const order = currentOrder(state, meta)
  const columns = [titleColumn(fields, words), ...form.columns]
  const sort = (fieldname: string) => {
    const isUp = order.fieldname === fieldname && order.direction === 'asc'
    void store.setOrderBy(orderText({ fieldname, direction: isUp ? 'desc' : 'asc' })).catch(onError)
  }
  return (
    <table
      className="columns-head"
      aria-label={t('Columns')}
      data-box={hasBoxes || undefined}
      data-picture={fields.image !== undefined || undefined}
    >
      <thead>
        <tr className="columns-row" onKeyDown={(event) => moveFocus(event, '.columns-sort', 'horizontal')}>
          {hasBoxes && (
            <td className="columns-box">
              <SelectAll state={state} store={store} />
            </td>
          )}
          {columns.map(({ fieldname, fieldtype, label }, at) => {
            const isSorted = order.fieldname === fieldname
            return (
              <th
                key={fieldname}
                scope="col"
                aria-sort={isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                data-numeric={fieldUi(fieldtype).isNumeric || undefined}
              >
                <button
                  type="button"
                  className="columns-sort"
                  tabIndex={at === Math.min(stop, columns.length - 1) ? 0 : -1}
                  onFocus={() => setStop(at)}
                  onClick={() => sort(fieldname)}
                >
                  <span className="columns-label">
                    <Text source={label} />
                  </span>
                  {isSorted && (
                    <Icon name={order.direction === 'asc' ? 'arrow_upward' : 'arrow_downward'} size="small" />
                  )}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
    </table>
  )
}

/** The field under whose label the titles stand; where words stand for them, nobody sees their values there. */
const titleColumn = (
  { title }: RowFields,
  words: RecordWords | undefined,
): Pick<FieldMeta, 'fieldname' | 'fieldtype' | 'label'> => ({
  ...(title ?? { fieldname: 'id', fieldtype: 'Data', label: 'ID' }),
  ...(words && { label: words.heading ?? 'Record' }),
})
