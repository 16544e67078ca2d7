import { isRead } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Cell } from './Cell.tsx'
import { IdText } from './IdText.tsx'
import { RowBadges, type RowContent, RowField, RowMore, RowRest, repeatsTitle, saysOwnId } from './RowParts.tsx'
import type { RailSlots } from './rail-slots.ts'
import './rail-row.css'

/** The fields beside and below the title, each in its place; its label is the tooltip. */
export function RailFields({ form, ...content }: RowContent & { form: RailSlots }) {
  const { record, fields, words } = content
  const isShown = isRead(record)
  const { state, lead, amount, span, second, rest } = form
  const inPlace = (field: FieldMeta | undefined) =>
    field && !repeatsTitle(record, fields, field) && <RowField field={field} record={record} isSilent />
  return (
    <>
      <span className="rail-state">
        {words?.states ?? (isShown && state && <Cell field={state} record={record} />)}
      </span>
      {isShown && (
        <dl>
          {(saysOwnId(content) || lead) && (
            <div className="rail-lead">
              {saysOwnId(content) && <IdTerm id={record.id} />}
              {inPlace(lead)}
            </div>
          )}
          {amount && <div className="rail-amount">{inPlace(amount)}</div>}
          {span.length > 0 && (
            <div className="rail-span">
              {span.map((field) => (
                <RowField key={field.fieldname} field={field} record={record} isSilent />
              ))}
            </div>
          )}
          {second && <div className="rail-second">{inPlace(second)}</div>}
          <RowRest rest={rest} record={record} />
        </dl>
      )}
      <span className="rail-foot">
        {isShown && <RowMore count={rest.length} />}
        <RowBadges record={record} />
      </span>
    </>
  )
}

function IdTerm({ id }: { id: string }) {
  return (
    <>
      <dt className="visually-hidden">
        <Text source="ID" />
      </dt>
      <dd>
        <IdText id={id} />
      </dd>
    </>
  )
}
