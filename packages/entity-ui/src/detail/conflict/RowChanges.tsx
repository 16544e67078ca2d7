import { Text } from '@tavla/i18n/react'
import { ChangedValues } from '../../record-tabs/ChangedField.tsx'
import { RowName } from './RowName.tsx'
import type { RowChange } from './row-changes.ts'
import './row-changes.css'

/** Each changed row of a table: which it is, and what became of it. */
export function RowChanges({ changes }: { changes: readonly RowChange[] }) {
  return (
    <ul className="row-changes">
      {changes.map(({ key, kind, fields, place }) => (
        <li key={key}>
          <span className="row-changes-place">
            <RowName place={place} />
          </span>
          {kind === 'row changed' ? (
            fields.map(({ field, before, after }) => (
              <span key={field.fieldname} className="row-changes-value">
                <span>
                  <Text source={field.label} />:
                </span>
                <ChangedValues field={field} before={before} after={after} kind={kind} />
              </span>
            ))
          ) : (
            <span>
              <Text source={kind} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
