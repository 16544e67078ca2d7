import { isRead } from '@tavla/client'
import { fieldUi } from '@tavla/fields/ui'
import { IdText } from './IdText.tsx'
import { RowBadges, type RowContent, RowField, RowMore, RowRest, repeatsTitle, saysOwnId } from './RowParts.tsx'
import type { RowColumns } from './row-columns.ts'
import './row-columns.css'

/** After the title: badges, and states in words. */
export function ColumnsBeside({ record, words }: RowContent) {
  return (
    <>
      <RowBadges record={record} />
      {words?.states && <span className="entity-row-states">{words.states}</span>}
    </>
  )
}

/** The id below the title, and each further field in its column; the list's head has the labels. */
export function ColumnsFields({ form, ...content }: RowContent & { form: RowColumns }) {
  const { record, fields, words } = content
  const isShown = isRead(record)
  const below = form.below.filter((field) => !repeatsTitle(record, fields, field))
  return (
    <>
      <div className="columns-below">
        {words?.beside !== undefined && <span>{words.beside}</span>}
        {saysOwnId(content) && <IdText id={record.id} />}
        {isShown && below.length + form.rest.length > 0 && (
          <dl>
            {below.map((field) => (
              <div key={field.fieldname}>
                <RowField field={field} record={record} isSilent />
              </div>
            ))}
            <RowRest rest={form.rest} record={record} />
          </dl>
        )}
        {isShown && <RowMore count={form.rest.length} />}
      </div>
      {isShown && form.columns.length > 0 && (
        <dl className="columns-fields">
          {form.columns.map((field) => (
            <div
              key={field.fieldname}
              data-numeric={fieldUi(field.fieldtype).isNumeric || undefined}
              data-main={field.fieldname === form.mainAmount || undefined}
            >
              {!repeatsTitle(record, fields, field) && <RowField field={field} record={record} isSilent />}
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
