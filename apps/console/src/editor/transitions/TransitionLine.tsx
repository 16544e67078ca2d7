import { textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, IconButton, TextField } from '@tavla/ui'
import type { ComponentProps } from 'react'
import { TransitionFields, type TransitionFieldsProps } from './TransitionFields.tsx'
import { TransitionSummary } from './TransitionSummary.tsx'

interface TransitionLineProps extends TransitionFieldsProps {
  isOpen: boolean
  isHeld: boolean
  autoFocus: boolean
  handle: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown' | 'onBlur'>
  onOpen: (isOpen: boolean) => void
  onRemove: () => void
}

/** The editor of one transition: its title, and all else when opened. */
export function TransitionLine(props: TransitionLineProps) {
  const { isOpen, isHeld, autoFocus, handle, onOpen, onRemove, ...fields } = props
  const { row, columns, errors, set } = fields
  const { t } = useI18n()
  const title = columns.find(({ fieldname }) => fieldname === 'title')?.label ?? 'Title'
  return (
    <li
      className="transition-line field-edit"
      data-held={isHeld || undefined}
      data-open={isOpen || undefined}
      data-refused={errors !== undefined || undefined}
    >
      <button
        type="button"
        className="field-line-handle"
        aria-label={t('Drag to reorder')}
        aria-pressed={isHeld}
        {...handle}
      >
        <Icon name="drag_indicator" size="small" />
      </button>
      <TextField
        label={<Text source={title} />}
        isLabelHidden
        placeholder={t(title)}
        isRequired
        error={errors?.title}
        autoFocus={autoFocus}
        maxLength={140}
        value={textOf(row.title)}
        onChange={(value) => set('title', value)}
      />
      <TransitionSummary row={row} />
      <span className="field-line-actions">
        <IconButton
          icon={isOpen ? 'keyboard_arrow_up' : 'keyboard_arrow_down'}
          label={t(isOpen ? 'Less' : 'More')}
          size="small"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <IconButton
          icon="close"
          label={t('Delete Row')}
          size="small"
          className="field-line-delete"
          onClick={onRemove}
        />
      </span>
      {isOpen && <TransitionFields {...fields} />}
    </li>
  )
}
