import type { FieldMeta } from '@tavla/contract'
import type { RowErrors } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, IconButton } from '@tavla/ui'
import { type ComponentProps, type KeyboardEvent, memo } from 'react'
import { type FieldRow, isOn } from '../field-row.ts'
import { FieldProperties } from './FieldProperties.tsx'
import { FieldSummary } from './FieldSummary.tsx'
import { PropertyInput } from './PropertyInput.tsx'

export interface FieldLineProps {
  row: FieldRow
  position: number
  /** Metadata of the field's properties. */
  columns: readonly FieldMeta[]
  /** True when its other properties are shown. */
  isOpen: boolean
  isHeld: boolean
  /** Errors of the last save, by property. */
  errors: RowErrors | undefined
  autoFocus: boolean
  /** Stable between renderings. */
  actions: LineActions
}

/** The actions of a line, by its index. */
export interface LineActions {
  open(index: number, isOpen: boolean): void
  set(index: number, fieldname: string, value: unknown): void
  remove(index: number): void
  /** Event handlers of the line's drag handle. */
  handle(index: number): Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown' | 'onBlur'>
}

/**
 * The editor of one field: its handle and position, name and type, and all else when opened. It renders again only for
 * changes of its own, so that a key among hundreds of fields does not wait for the others.
 */
export const FieldLine = memo(function FieldLine(props: FieldLineProps) {
  const { row, position, columns, isOpen, isHeld, errors, autoFocus, actions } = props
  const { t } = useI18n()
  const index = position - 1
  const onCell = (name: string, value: unknown) => actions.set(index, name, value)
  // Built-in fields keep the properties that the product's code relies on (reference: metadata, Changing a definition).
  const isFixed = isOn(row.is_core)
  const property = (name: string) => columns.find((column) => column.fieldname === name)
  const cell = (name: string, isOwn = false) => ({
    field: property(name),
    row,
    isCompact: true,
    error: errors?.[name],
    onChange: isFixed && !isOwn ? undefined : (value: unknown) => onCell(name, value),
  })
  const handleKey = (event: KeyboardEvent) => {
    // Inside an input, Delete edits the value.
    if (event.key !== 'Delete' || isFixed || !(event.target as Element).matches('.field-line > span > button')) return
    event.preventDefault()
    actions.remove(index)
  }
  return (
    <li
      className="field-line field-edit"
      data-held={isHeld || undefined}
      data-open={isOpen || undefined}
      data-refused={errors !== undefined || undefined}
      {...{ onKeyDown: handleKey }}
    >
      <span className="field-line-place">
        <button
          type="button"
          className="field-line-handle"
          aria-label={t('Drag to reorder')}
          aria-pressed={isHeld}
          onPointerDown={(event) => actions.handle(index).onPointerDown?.(event)}
          onKeyDown={(event) => actions.handle(index).onKeyDown?.(event)}
          onBlur={(event) => actions.handle(index).onBlur?.(event)}
        >
          <Icon name="drag_indicator" size="small" />
        </button>
        <span className="numeric">{position}</span>
      </span>
      <div className="field-line-cell" data-wide>
        <PropertyInput {...cell('label', true)} autoFocus={autoFocus} />
      </div>
      <div className="field-line-cell field-line-name">
        <PropertyInput {...cell('fieldname')} />
      </div>
      <div className="field-line-cell">
        <PropertyInput {...cell('fieldtype')} />
      </div>
      <span className="field-line-actions">
        <IconButton
          icon={isOpen ? 'keyboard_arrow_up' : 'keyboard_arrow_down'}
          label={t(isOpen ? 'Less' : 'More')}
          size="small"
          aria-expanded={isOpen}
          onClick={() => actions.open(index, !isOpen)}
        />
        <IconButton
          icon="close"
          label={t('Delete Row')}
          size="small"
          className="field-line-delete"
          disabled={isFixed}
          onClick={() => actions.remove(index)}
        />
      </span>
      {isOpen ? (
        <FieldProperties row={row} columns={columns} errors={errors} isFixed={isFixed} onCell={onCell} />
      ) : (
        <div className="field-line-summary">
          <FieldSummary row={row} />
        </div>
      )}
      {isFixed && isOpen && (
        <p className="field-line-note field-help">
          <Text source="A built-in field: its looks and its place can be changed." />
        </p>
      )}
    </li>
  )
})
