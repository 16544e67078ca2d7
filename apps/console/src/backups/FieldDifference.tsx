import { type FieldMeta, textOf } from '@tavla/contract'
import { SideValue } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { TableHead } from '../reading/TableHead.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { type ComparedRecord, readBackupFields } from './backup-calls.ts'

interface FieldDifferenceProps {
  backup: string
  entity: string
  record: ComparedRecord
  /** Null for all. */
  chosen: ReadonlySet<string> | null
  /** Undefined where nothing can be chosen. */
  onChange: ((fields: ReadonlySet<string>) => void) | undefined
}

/** The fields that differ, as they were and as they are, each with a box where it can be chosen. */
export function FieldDifference({ backup, entity, record: { changed }, chosen, onChange }: FieldDifferenceProps) {
  const { t } = useI18n()
  const { value: known } = useLiveReading(`${backup}\n${entity}`, () => readBackupFields(backup, entity))
  const fieldOf = (fieldname: string) => known?.find((one) => one.fieldname === fieldname)
  const labelOf = (fieldname: string) => t(fieldOf(fieldname)?.label ?? fieldname)
  const now = chosen ?? new Set(changed.map(([fieldname]) => fieldname))
  const toggle = (fieldname: string) =>
    onChange?.(new Set(now.has(fieldname) ? [...now].filter((one) => one !== fieldname) : [...now, fieldname]))
  return (
    <div className="field-difference">
      <table>
        <TableHead texts={['Field', 'Then', 'Now']} />
        <tbody>
          {changed.map(([fieldname, then, present]) => {
            const field = fieldOf(fieldname)
            return (
              <tr key={fieldname}>
                <th scope="row">
                  {onChange ? (
                    <Checkbox isChecked={now.has(fieldname)} onChange={() => toggle(fieldname)}>
                      {labelOf(fieldname)}
                    </Checkbox>
                  ) : (
                    labelOf(fieldname)
                  )}
                </th>
                <td>
                  <Value field={field} value={then} />
                </td>
                <td>
                  <Value field={field} value={present} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Files lie at another server, and the rows of a table are told by their number. */
function Value({ field, value }: { field: FieldMeta | undefined; value: unknown }) {
  if (Array.isArray(value)) return <Text source="Rows: {0}" args={[value.length]} />
  if (field && !field.fieldtype.startsWith('Attach')) return <SideValue field={field} value={value} values={{}} />
  return <bdi>{typeof value === 'number' ? String(value) : textOf(value) || '–'}</bdi>
}
