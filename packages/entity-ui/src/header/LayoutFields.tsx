import type { EntityState } from '@tavla/client'
import type { FieldMeta, LayoutFields, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Menu, MenuHeader, MenuItem, MenuSeparator } from '@tavla/ui'
import { Fragment } from 'react'
import { boardField, boardFields } from '../board/board-fields.ts'
import { calendarFields, momentFields } from '../calendar/calendar-fields.ts'

/** A field by which the present layout places its records. */
export interface FieldQuestion {
  name: keyof LayoutFields
  /** English source text. */
  label: string
  fields: readonly FieldMeta[]
  chosen: FieldMeta | undefined
  canBeNone: boolean
}

/** The fields that the present layout needs (reference: screens, List choices). */
export function fieldQuestions({ layout, layoutFields }: EntityState, meta: Meta): FieldQuestion[] {
  if (layout === 'Board') {
    const chosen = boardField(meta, layoutFields.board_field)
    return [{ name: 'board_field', label: 'Board Columns', fields: boardFields(meta), chosen, canBeNone: false }]
  }
  if (layout !== 'Calendar') return []
  const { start, end } = calendarFields(meta, layoutFields) ?? {}
  const fields = momentFields(meta)
  const ends = fields.filter((field) => field !== start)
  return [
    { name: 'calendar_start', label: 'Calendar Start', fields, chosen: start, canBeNone: false },
    ...(ends.length > 0
      ? [{ name: 'calendar_end', label: 'Calendar End', fields: ends, chosen: end, canBeNone: true } as const]
      : []),
  ]
}

interface LayoutFieldMenuProps {
  questions: readonly FieldQuestion[]
  onChoose: (question: FieldQuestion, fieldname: string) => void
}

/** A button that names the first of these fields, and offers others. */
export function LayoutFieldMenu({ questions, onChoose }: LayoutFieldMenuProps) {
  const { t } = useI18n()
  const [first] = questions
  if (!first?.chosen) return null
  const name = t(first.chosen.label)
  return (
    <Menu
      label={`${t(first.label)}: ${name}`}
      align="end"
      triggerClassName="layout-field"
      trigger={
        <>
          <span>{t('By {0}', [name])}</span>
          <Icon name="keyboard_arrow_down" size="small" />
        </>
      }
    >
      {questions.map((question, index) => (
        <Fragment key={question.name}>
          {index > 0 && <MenuSeparator />}
          <LayoutFieldItems question={question} onChoose={onChoose} />
        </Fragment>
      ))}
    </Menu>
  )
}

/** The fields that can be chosen, as items of a menu. */
export function LayoutFieldItems({
  question,
  onChoose,
}: { question: FieldQuestion } & Pick<LayoutFieldMenuProps, 'onChoose'>) {
  const { label, fields, chosen, canBeNone } = question
  return (
    <>
      <MenuHeader>
        <Text source={label} />
      </MenuHeader>
      {canBeNone && (
        <MenuItem isChecked={chosen === undefined} onAction={() => onChoose(question, '')}>
          <Text source="No end" />
        </MenuItem>
      )}
      {fields.map((field) => (
        <MenuItem
          key={field.fieldname}
          isChecked={field === chosen}
          onAction={() => onChoose(question, field.fieldname)}
        >
          <Text source={field.label} />
        </MenuItem>
      ))}
    </>
  )
}
