import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { Folded } from './Folded.tsx'
import type { ChangedPart, ChangeSide, FieldChange } from './read-changes.ts'

interface ChangedFieldProps {
  change: FieldChange
  /** Brings back what was before; undefined where that is not possible. */
  onRestore: ((part: ChangedPart) => void) | undefined
}

/** The change of one field: its value before and after; for a table, the change of one row. */
export function ChangedField({ change, onRestore }: ChangedFieldProps) {
  const { label, kind, fields, part } = change
  const { t } = useI18n()
  return (
    <div className="version-change">
      <dt>
        <Text source={label} />
        {kind !== 'value' && (
          <span className="version-kind">
            <Text source={words[kind]} />
          </span>
        )}
      </dt>
      <dd>
        {fields.map(({ field, before, after }) => (
          <div key={field.fieldname} className="version-values">
            {kind !== 'value' && (
              <span className="version-column">
                <Text source={field.label} />
              </span>
            )}
            <ChangedValues field={field} before={before} after={after} kind={kind} />
          </div>
        ))}
      </dd>
      {onRestore && (
        <dd className="version-restore">
          <Button size="small" aria-label={`${t('Restore')}: ${t(label)}`} onClick={() => onRestore(part)}>
            <Text source="Restore" />
          </Button>
        </dd>
      )}
    </div>
  )
}

interface ValuesProps {
  field: FieldMeta
  before: ChangeSide | null
  after: ChangeSide | null
  kind: FieldChange['kind']
}

/** A value before and after a write. */
export function ChangedValues({ field, before, after, kind }: ValuesProps) {
  const { t } = useI18n()
  if (kind === 'row added') return <Value field={field} side={after} />
  if (before === null && after !== null && kind === 'value') return <Value field={field} side={after} />
  return (
    <>
      <del>
        <Value field={field} side={before} />
      </del>
      {kind !== 'row removed' && (
        <>
          <Icon name="arrow_forward" size="small" label={t('changed to')} />
          <Value field={field} side={after} />
        </>
      )}
    </>
  )
}

function Value({ field, side }: { field: FieldMeta; side: ChangeSide | null }) {
  const { Cell, View, wide, isSearched, drawsBlank, isFlag } = fieldUi(field.fieldtype)
  if (side === null) return <span className="field-blank">–</span>
  // Long texts can be read in full, because the change may be anywhere in them.
  const isLong = wide === 'full' || (wide === 'double' && isSearched)
  if (isLong && typeof side.value === 'string') return <Folded text={side.value} length={200} />
  if (isFlag) return <View field={field} {...side} />
  return (
    <span className="version-value" data-blank={drawsBlank}>
      <Cell field={field} {...side} />
    </span>
  )
}

const words = { 'row added': 'row added', 'row removed': 'row removed', 'row changed': 'row changed' } as const
