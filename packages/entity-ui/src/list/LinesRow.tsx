import { isRead } from '@tavla/client'
import { fieldUi } from '@tavla/fields/ui'
import { Cell } from './Cell.tsx'
import { IdText } from './IdText.tsx'
import { RowBadges, type RowContent, RowField, RowMore, repeatsTitle, saysOwnId } from './RowParts.tsx'
import { placedFirst, type RowSlots } from './row-slots.ts'

/** After the title: id, badges and states. */
export function LinesBeside(content: RowContent) {
  const { record, fields, words } = content
  return (
    <>
      {words?.beside !== undefined && <span className="entity-row-id entity-row-beside">{words.beside}</span>}
      {saysOwnId(content) && <IdText className="entity-row-id" id={record.id} />}
      <RowBadges record={record} />
      <span className="entity-row-states">
        {words?.states ??
          (isRead(record) && fields.pills.map((field) => <Cell key={field.fieldname} field={field} record={record} />))}
      </span>
    </>
  )
}

/** Below the title: the list's other fields with their labels; fields without room are counted. */
export function LinesFields({ form, record, fields, words }: RowContent & { form: RowSlots }) {
  if (!isRead(record)) return <div className="entity-row-line" />
  const untold = words ? fields.others.filter(({ fieldname }) => !words.told.includes(fieldname)) : fields.others
  const others = placedFirst(untold, form.count)
  return (
    <div className="entity-row-line">
      <dl className="entity-row-fields" style={{ gridTemplateColumns: form.columns }}>
        {others.map((field, at) => (
          <div
            key={field.fieldname}
            className={at < form.count ? undefined : 'entity-row-rest visually-hidden'}
            data-numeric={fieldUi(field.fieldtype).isNumeric || undefined}
            style={placeOf(at, Math.min(others.length, form.count), form)}
          >
            {!repeatsTitle(record, fields, field) && <RowField field={field} record={record} />}
          </div>
        ))}
      </dl>
      <RowMore count={others.slice(form.count).length} />
    </div>
  )
}

/** The place of a field in the grid of a row that shows so many; the last one has the rest of its line. */
function placeOf(at: number, shown: number, { perLine }: RowSlots) {
  if (at >= shown) return undefined
  const isAlone = perLine === 2 && at === shown - 1 && at % 2 === 0
  return { gridColumn: isAlone ? '1 / -1' : (at % perLine) + 1, gridRow: Math.floor(at / perLine) + 1 }
}
