import type { CSSProperties, ReactNode, RefObject } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { usePopover } from '../overlay/usePopover.ts'
import { OptionText } from './OptionText.tsx'
import { type Option, optionId } from './option.ts'
import { useOptionWindow } from './useOptionWindow.ts'
import '../overlay/panel.css'
import './listbox.css'

export interface ListboxProps {
  id: string
  panel: RefObject<HTMLDivElement | null>
  style: CSSProperties
  isOpen: boolean
  label?: string | undefined
  labelledBy?: string | undefined
  options: readonly Option[]
  /** Index of the option that the keyboard points at, -1 for none. */
  active: number
  selected: string | null
  onActive: (index: number) => void
  onChoose: (option: Option) => void
  /** Stays above the options while they scroll, such as a search box. */
  head?: ReactNode
  /** Shown instead of the options, such as `No results`. */
  message?: ReactNode
}

/**
 * The floating list of a Select or ComboBox; the focus stays on the box that owns it. A long list draws only a window
 * of its options.
 */
export function Listbox(props: ListboxProps) {
  const { id, panel, style, isOpen, label, labelledBy, options, active, selected, head, message } = props
  usePopover(panel, isOpen)
  const { list, isLong, first, end, padding } = useOptionWindow(panel, isOpen, options.length, active)

  // Keys go to the box that owns the list; its aria-activedescendant names the option.
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
      // Without this, browsers make a scrolling box a tab stop, and the focus there closes the list.
      tabIndex={-1}
      {...keepingFocus}
    >
      {isOpen && head !== undefined && <div className="listbox-head">{head}</div>}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-labelledby={labelledBy}
        data-long={isLong || undefined}
        style={padding}
      >
        {isOpen &&
          options.slice(first, end).map((option, offset) => {
            const index = first + offset
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
              <div
                key={option.value}
                id={optionId(id, index)}
                role="option"
                aria-selected={option.value === selected}
                aria-disabled={option.isClosed || undefined}
                data-active={index === active || undefined}
                className="option"
                {...(isLong && { 'aria-setsize': options.length, 'aria-posinset': index + 1 })}
                {...handlersOf(option, index)}
              >
                <OptionText option={option} />
                {option.value === selected && <Icon name="check" size="small" />}
              </div>
            )
          })}
      </div>
      {isOpen && message !== undefined && <p className="option-message">{message}</p>}
    </div>
  )
}

const prevent = (event: { target: EventTarget; preventDefault(): void }) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
}
/** A press on the list must not take the focus from its box. */
const keepingFocus = { onPointerDown: prevent, onMouseDown: prevent }
