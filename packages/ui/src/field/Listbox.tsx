import { type CSSProperties, type ReactNode, type RefObject, useEffect } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { usePopover } from '../overlay/usePopover.ts'
import { Pill, type PillColor } from '../show/Pill.tsx'
import { textDirection } from '../text-direction.ts'
import '../overlay/panel.css'
import './listbox.css'

export interface Option {
  value: string
  label: string
  /** A second, quieter line. */
  description?: string | undefined
  /** Draws the label as a pill. */
  color?: PillColor | undefined
}

export interface ListboxProps {
  id: string
  panel: RefObject<HTMLDivElement | null>
  style: CSSProperties
  isOpen: boolean
  label?: string | undefined
  labelledBy?: string | undefined
  options: readonly Option[]
  /** Index under the keyboard's cursor, -1 for none. */
  active: number
  selected: string | null
  onActive: (index: number) => void
  onChoose: (option: Option) => void
  /** Shown instead of the options, such as `No results`. */
  message?: ReactNode
}

/** The id of one option, for aria-activedescendant. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** The floating list of a Select or ComboBox; the focus stays on the box that owns it. */
export function Listbox(props: ListboxProps) {
  const { id, panel, style, isOpen, label, labelledBy, options, active, selected, message } = props
  usePopover(panel, isOpen)

  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, active])

  // The keyboard works on the box that owns the list, which aria-activedescendant ties to the option.
  const handlersOf = (option: Option, index: number) => ({
    onPointerMove: () => index !== active && props.onActive(index),
    onClick: () => props.onChoose(option),
  })

  return (
    <div
      ref={panel}
      popover="manual"
      className="panel listbox"
      data-width="anchor"
      style={style}
      // A box that scrolls is a stop of Tab by itself, and the list closes under it.
      tabIndex={-1}
      {...keepingFocus}
    >
      <div id={id} role="listbox" aria-label={label} aria-labelledby={labelledBy}>
        {isOpen &&
          options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
            <div
              key={option.value}
              id={optionId(id, index)}
              role="option"
              aria-selected={option.value === selected}
              data-active={index === active || undefined}
              className="option"
              {...handlersOf(option, index)}
            >
              <OptionText option={option} />
              {option.value === selected && <Icon name="check" size="small" />}
            </div>
          ))}
      </div>
      {isOpen && message !== undefined && <p className="option-message">{message}</p>}
    </div>
  )
}

const prevent = (event: { preventDefault(): void }) => event.preventDefault()
/** The box must not lose the focus to its own list. */
const keepingFocus = { onPointerDown: prevent, onMouseDown: prevent }

function OptionText({ option }: { option: Option }) {
  return (
    <span className="option-text">
      {option.color ? (
        <Pill color={option.color}>{option.label}</Pill>
      ) : (
        <bdi className="option-label" dir={textDirection(option.label)}>
          {option.label}
        </bdi>
      )}
      {option.description && (
        <bdi className="option-description" dir={textDirection(option.description)}>
          {option.description}
        </bdi>
      )}
    </span>
  )
}
