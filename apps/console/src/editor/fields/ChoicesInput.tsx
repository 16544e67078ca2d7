import { textOf } from '@tavla/contract'
import { readRows, useRowSort } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, FieldBox, Icon, IconButton, Select, TextField, useGroupWiring } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { optionKind } from '../field-row.ts'
import { type Choice, colourOf, readChoices, withColour, withTitle, writeChoices } from './choices.ts'
import { useFieldDraft } from './draft-context.ts'
import type { OptionsInputProps } from './options-input-props.ts'
import './choices.css'

/** The choices of a Select, each with the colour of its state. */
export function ChoicesInput(props: OptionsInputProps) {
  return (
    <div className="field-choices-place">
      <FieldBox label={<Text source="Options" />} isRequired>
        <Choices {...props} />
      </FieldBox>
    </div>
  )
}

function Choices({ row, onChange }: OptionsInputProps) {
  const { t } = useI18n()
  const { values, setStates } = useFieldDraft()
  const options = textOf(row.options)
  const [list, setList] = useChoices(options)
  const [focused, setFocused] = useState<string | null>(null)
  const hasLabels = options.trimStart().startsWith('[')
  const states = values.states

  const change = (next: readonly Choice[]) => {
    setList(next)
    onChange?.(writeChoices(next))
  }
  const { attach, heldIndex, handleProps } = useRowSort((from, to) => {
    const moved = list.slice(from, from + 1)
    change(list.toSpliced(from, 1).toSpliced(to, 0, ...moved))
  })
  const add = () => {
    const key = crypto.randomUUID()
    setFocused(key)
    setList([...list, { key, value: '', label: '' }])
  }
  const rename = (choice: Choice, value: string) => {
    const others = readRows(values.fields).filter((one) => one.fieldname !== row.fieldname)
    const isShared = others.some(
      (one) =>
        optionKind(one.fieldtype) === 'choices' &&
        readChoices(textOf(one.options)).some((it) => it.value === choice.value),
    )
    const follows = choice.label === choice.value
    change(list.map((one) => (one === choice ? { ...one, value, ...(follows && { label: value }) } : one)))
    const renamed = withTitle(states, choice.value.trim(), value.trim(), isShared)
    if (renamed) setStates(renamed)
  }

  return (
    <Group>
      <ul className="field-choices" ref={attach}>
        {list.map((choice, index) => (
          <li key={choice.key} className="field-choice" data-held={heldIndex === index || undefined}>
            {onChange && (
              <button
                type="button"
                className="field-line-handle"
                aria-label={t('Drag to reorder')}
                {...handleProps(index)}
              >
                <Icon name="drag_indicator" size="small" />
              </button>
            )}
            <TextField
              aria-label={t('Value')}
              maxLength={140}
              value={choice.value}
              disabled={!onChange}
              autoFocus={choice.key === focused}
              onChange={(value) => rename(choice, value)}
            />
            {hasLabels && (
              <TextField
                aria-label={t('Label')}
                value={choice.label}
                disabled={!onChange}
                onChange={(label) => change(list.map((one) => (one === choice ? { ...one, label } : one)))}
              />
            )}
            <Select
              aria-label={t('Color')}
              options={colours.map((color) => ({ value: color, label: t(color), source: color, color }))}
              value={colourOf(states, choice.value.trim())}
              disabled={choice.value.trim() === ''}
              onChange={(color) => setStates(withColour(states, choice.value.trim(), color))}
            />
            {onChange && (
              <IconButton
                icon="close"
                label={t('Remove')}
                size="small"
                onClick={() => change(list.filter((one) => one !== choice))}
              />
            )}
          </li>
        ))}
      </ul>
      {onChange && (
        <Button size="small" variant="quiet" icon={<Icon name="add" />} onClick={add}>
          <Text source="Add Choice" />
        </Button>
      )}
    </Group>
  )
}

function Group({ children }: { children: ReactNode }) {
  const { labelling } = useGroupWiring()
  return (
    <fieldset className="field-choices-group" {...labelling}>
      {children}
    </fieldset>
  )
}

/** The choices while they are edited: a blank one is not part of the options yet. */
function useChoices(options: string): [readonly Choice[], (choices: readonly Choice[]) => void] {
  const [list, setList] = useState<readonly Choice[]>(() => keyed(options))
  // The options were changed from outside, by an undo or a reload.
  if ((writeChoices(list) ?? '') !== (writeChoices(readChoices(options)) ?? '')) {
    const next = keyed(options)
    setList(next)
    return [next, setList]
  }
  return [list, setList]
}

const keyed = (options: string): Choice[] =>
  readChoices(options).map((option) => ({ ...option, key: crypto.randomUUID() }))

const colours = ['Gray', 'Blue', 'Light Blue', 'Cyan', 'Green', 'Yellow', 'Orange', 'Red', 'Pink', 'Purple'] as const
