import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { Text, useUiText } from '../texts.tsx'
import { type ControlProps, FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import { Listbox } from './Listbox.tsx'
import { optionId } from './option.ts'
import { type SuggestedChoice, useComboBox } from './useComboBox.ts'

interface ComboBoxInputProps extends SuggestedChoice, ControlProps {
  /** The reason of a failed search. */
  failure?: ReactNode
  maxLength?: number | undefined
}

export type ComboBoxProps = ComboBoxInputProps & FieldTexts

/**
 * A text box with suggestions from the server. Leaving the box discards typed text that was not chosen; Tab chooses the
 * option that the arrows reached, or the only match.
 */
export function ComboBox(props: ComboBoxProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <ComboBoxInput {...control} />
    </FieldBox>
  )
}

function ComboBoxInput(props: ComboBoxInputProps) {
  const {
    value,
    text,
    suggestions,
    isLoading = false,
    failure,
    onSearch,
    onChange,
    className,
    placeholder,
    ...rest
  } = props
  const translate = useUiText()
  const listId = useId()
  const anchor = useAnchor()
  const wiring = useFieldWiring()
  const box = useComboBox({ value, text, suggestions, isLoading, onSearch, onChange })
  const { group, input, shown, isOpen, active } = box

  return (
    <>
      <div
        ref={group}
        className={classNames('input input-group', className)}
        data-invalid={rest['aria-invalid'] || wiring['aria-invalid']}
        data-disabled={rest.disabled || undefined}
        style={anchor.anchor}
      >
        <input
          {...wiring}
          {...rest}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active in suggestions ? optionId(listId, active) : undefined}
          dir={shown === '' ? undefined : 'auto'}
          placeholder={placeholder}
          value={shown}
          onChange={(event) => box.handleInput(event.currentTarget.value)}
          onFocus={box.handleFocus}
          onClick={box.handleClick}
          onKeyDown={box.handleKey}
          onBlur={box.leave}
        />
        {shown !== '' && !rest.disabled && (
          <button
            type="button"
            tabIndex={-1}
            className="input-action"
            aria-label={translate('Clear')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={box.handleClear}
          >
            <Icon name="close" size="small" />
          </button>
        )}
        {shown === '' && !rest.disabled && <Icon name="keyboard_arrow_down" size="small" className="combo-mark" />}
      </div>
      <Listbox
        id={listId}
        panel={box.panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={rest['aria-label'] ?? translate('Search')}
        labelledBy={rest['aria-labelledby']}
        options={suggestions}
        active={active}
        selected={value}
        onActive={box.point}
        onChoose={box.choose}
        message={
          suggestions.length === 0 ? (failure ?? <Text source={isLoading ? 'Loading…' : 'No results'} />) : undefined
        }
      />
    </>
  )
}
