import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton } from '@tavla/ui'
import { Cell } from '../list/Cell.tsx'
import type { BoardColumn } from './board-columns.ts'

interface ColumnHeadProps {
  id: string
  column: BoardColumn
  field: FieldMeta
  /** The field whose sum the head tells. */
  summed: FieldMeta | undefined
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  /** Adds a record in this column, if the person may. */
  onAdd: (() => void) | undefined
}

/** Name, count and sum of a column, and adding to it; folded it is the name alone, written downwards. */
export function ColumnHead({ id, column, field, summed, isFolded, onFold, onAdd }: ColumnHeadProps) {
  const { t, formatNumber } = useI18n()
  const { count, sum } = column
  const name = useColumnName(column, field)
  return (
    <header className="board-head">
      <h3 id={id} className="board-name" title={name}>
        <ColumnName column={column} field={field} />
      </h3>
      {count !== undefined && <span className="board-count numeric">{formatNumber(count)}</span>}
      {!isFolded && summed && sum !== undefined && sum !== null && (
        <span className="board-sum" title={t(summed.label)}>
          <Cell field={summed} record={{ id: '', [summed.fieldname]: Number(sum) }} />
        </span>
      )}
      {!isFolded && onAdd && <IconButton icon="add" size="small" label={t('Add to {0}', [name])} onClick={onAdd} />}
      <IconButton
        className="board-fold"
        icon={isFolded ? 'chevron_right' : 'chevron_left'}
        size="small"
        label={t(isFolded ? 'Open {0}' : 'Fold {0}', [name])}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      />
    </header>
  )
}

function ColumnName({ column: { key, name }, field }: Pick<ColumnHeadProps, 'column' | 'field'>) {
  const { t } = useI18n()
  if (key === null) return <Text source="Without {0}" args={[t(field.label)]} />
  return <Cell field={field} record={{ id: '', [field.fieldname]: key, _link_titles: { [field.fieldname]: name } }} />
}

/** The name of a column as plain text. */
export function useColumnName({ key, name }: BoardColumn, field: FieldMeta): string {
  const { t } = useI18n()
  return columnName(t, key, name, field)
}

export function columnName(
  t: ReturnType<typeof useI18n>['t'],
  key: string | null,
  name: string,
  field: FieldMeta,
): string {
  if (key === null) return t('Without {0}', [t(field.label)])
  return field.fieldtype === 'Select' ? t(name, undefined, field.fieldname) : name
}
