import { type FieldMeta, textOf } from '@tavla/contract'
import type { TableRow } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { isOn } from '../field-row.ts'
import { readLines } from './lines.ts'
import '../fields/field-summary.css'

/** The terms on which a transition is taken, in small print: who may, when, and what it asks. */
export function TransitionTerms({ row, columns }: { row: TableRow; columns: readonly FieldMeta[] }) {
  const label = (name: string) => <Text source={columns.find(({ fieldname }) => fieldname === name)?.label ?? name} />
  const condition = textOf(row.condition)
  return (
    <div className="field-line-summary">
      {condition !== '' && (
        <span>
          {label('condition')}
          {': '}
          <bdi dir="ltr" className="editor-name">
            {condition}
          </bdi>
        </span>
      )}
      {['roles', 'ask_fields'].map((name) => {
        const lines = readLines(row[name])
        return (
          lines.length > 0 && (
            <span key={name}>
              {label(name)}
              {': '}
              <bdi>{lines.join(', ')}</bdi>
            </span>
          )
        )
      })}
      {['needs_reason', 'is_primary'].map(
        (name) =>
          isOn(row[name]) && (
            <span key={name} data-flag>
              {label(name)}
            </span>
          ),
      )}
    </div>
  )
}
