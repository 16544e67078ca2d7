import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { Pill } from '../show/Pill.tsx'
import { Text, useUiText } from '../texts.tsx'
import {
  type ControlProps,
  FieldBox,
  type FieldTexts,
  splitField,
  useFieldWiring,
  useGroupWiring,
} from './FieldBox.tsx'
import { Listbox } from './Listbox.tsx'
import { OptionSearch } from './OptionSearch.tsx'
import { OptionLabel } from './OptionText.tsx'
import { type Option, optionId } from './option.ts'
import { type Selection, useSelect } from './useSelect.ts'

type SelectInputProps = Selection & ControlProps

export type SelectProps = SelectInputProps & FieldTexts

/**
 * A choice from a list. A press, arrows, Enter or Space open it; letters move to an option, or filter a long list; a
 * press or a turn of the wheel outside closes it.
 */
export function Select(props: SelectProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <SelectInput {...control} />
    </FieldBox>
  )
}

function SelectInput({ options, value, onChange, placeholder, className, ...rest }: SelectInputProps) {
  const text = useUiText()
  const listId = useId()
  const anchor = useAnchor()
  const { wiring } = useGroupWiring()
  const select = useSelect({ options, value, onChange })
  const { button, panel, shown, selected, isOpen, active, handleKey, handleClick, handleBlur } = select
  const atActive = isOpen && active in shown ? optionId(listId, active) : undefined

  return (
    <>
      <button
        {...useFieldWiring()}
        {...rest}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={atActive}
        className={classNames('input select', className)}
        style={anchor.anchor}
        onClick={handleClick}
        onKeyDown={handleKey}
        onBlur={handleBlur}
      >
        <span className="select-value" data-placeholder={selected ? undefined : true}>
          <SelectedText option={selected} placeholder={placeholder} />
        </span>
        <Icon name="keyboard_arrow_down" size="small" />
      </button>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={rest['aria-label']}
        labelledBy={rest['aria-labelledby'] ?? wiring?.labelId}
        options={shown}
        active={active}
        selected={value ?? ''}
        onActive={select.setActive}
        onChoose={select.choose}
        head={
          select.isSearched ? (
            <OptionSearch
              label={text('Search')}
              listId={listId}
              active={atActive}
              value={select.typed}
              onChange={select.narrow}
              onKeyDown={handleKey}
              onBlur={handleBlur}
            />
          ) : undefined
        }
        message={shown.length === 0 ? <Text source="No results" /> : undefined}
      />
    </>
  )
}

function SelectedText({ option, placeholder }: { option: Option | undefined; placeholder: string | undefined }) {
  if (!option) return placeholder ?? <Text source="Select an option" />
  const label = <OptionLabel option={option} />
  return option.color ? <Pill color={option.color}>{label}</Pill> : <bdi>{label}</bdi>
}
