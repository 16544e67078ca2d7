import type { EntityRecord, FieldMeta, ListAnswer, Meta } from '@tavla/contract'
import { AlignedColumns, FieldFormContext, fieldUi, isBlank } from '@tavla/fields/ui'
import { scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { Icon, Link } from '@tavla/ui'
import { useMemo } from 'react'
import { useEnvironment } from '../../environment.ts'
import { Cell } from '../../list/Cell.tsx'
import { IdText } from '../../list/IdText.tsx'

interface RelatedTableProps {
  answer: ListAnswer
  entity: string
  meta: Meta | null
  /** The field that all rows share. */
  without: string
  /** The order that the person chose; '' for the entity's own. */
  order: string
  onOrder: (order: string) => void
}

/** Rows of records, each with a link; a press on a head sorts by its column. */
export function RelatedTable({ answer, entity, meta, without, order, onOrder }: RelatedTableProps) {
  const { t } = useI18n()
  const { data, field_info, title_field } = answer
  const title = field_info.find(({ fieldname }) => fieldname === title_field)
  const columns = useMemo(
    () =>
      field_info.filter(({ fieldname, fieldtype }) => {
        const isPicture = fieldtype === 'Attach Image'
        return fieldname !== title_field && fieldname !== without && !isPicture
      }),
    [field_info, title_field, without],
  )
  const form = useMemo(() => ({ entity, id: null, meta, titles: new Map<string, string>() }), [entity, meta])
  const sortBy = (name: string) => onOrder(order === `${name} asc` ? `${name} desc` : `${name} asc`)
  const head = (name: string, label: string, isNumeric = false) => {
    const direction = order.startsWith(`${name} `) ? (order.endsWith('desc') ? 'descending' : 'ascending') : undefined
    return (
      <th key={name} scope="col" data-numeric={isNumeric || undefined} aria-sort={direction}>
        <button type="button" className="related-sort" onClick={() => sortBy(name)}>
          <Text source={label} />
          {direction && <Icon name={direction === 'ascending' ? 'arrow_upward' : 'arrow_downward'} size="small" />}
        </button>
      </th>
    )
  }
  return (
    <TextScope value={scopeOf(entity)}>
      <FieldFormContext value={form}>
        <div className="related-area">
          <table className="related-table" aria-label={t(entity, undefined, entity)}>
            <thead>
              <tr>
                {head(title_field, title?.label ?? 'ID')}
                {columns.map(({ fieldname, label, fieldtype }) => head(fieldname, label, fieldUi(fieldtype).isNumeric))}
              </tr>
            </thead>
            <tbody>
              <AlignedColumns fields={columns} rows={data}>
                {data.map((record) => (
                  <tr key={record.id}>
                    <th scope="row">
                      <RowLink entity={entity} record={record} title={title} />
                    </th>
                    {columns.map((field) => (
                      <td key={field.fieldname} data-numeric={fieldUi(field.fieldtype).isNumeric || undefined}>
                        {isBlank(record[field.fieldname]) ? null : <Cell field={field} record={record} />}
                      </td>
                    ))}
                  </tr>
                ))}
              </AlignedColumns>
            </tbody>
          </table>
        </div>
      </FieldFormContext>
    </TextScope>
  )
}

function RowLink({ entity, record, title }: { entity: string; record: EntityRecord; title: FieldMeta | undefined }) {
  const { recordPath } = useEnvironment()
  const path = recordPath(entity, record.id)
  const name =
    title && !isBlank(record[title.fieldname]) ? <Cell field={title} record={record} /> : <IdText id={record.id} />
  return path === undefined ? name : <Link href={path}>{name}</Link>
}
