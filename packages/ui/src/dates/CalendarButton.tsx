import { type CalendarDate, type CalendarDateTime, toCalendarDate } from '@internationalized/date'
import { useId, useRef, useState } from 'react'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  Button as Step,
} from 'react-aria-components'
import { Button } from '../action/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { useDismiss } from '../overlay/useDismiss.ts'
import { Text, useUiText } from '../texts.tsx'
import '../action/icon-button.css'
import '../overlay/panel.css'

export interface CalendarButtonProps {
  value: CalendarDate | CalendarDateTime | null
  onChoose: (day: CalendarDate | null) => void
  /** Id of the field's label, which tells this calendar from the others of a form. */
  labelledBy?: string | undefined
}

/** Opens a calendar under the field. A press or Alt+Down reaches it, so that the field stays one tab stop. */
export function CalendarButton({ value, onChoose, labelledBy }: CalendarButtonProps) {
  const text = useUiText()
  const id = useId()
  const anchor = useAnchor()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  useDismiss(isOpen, close, button, panel)
  const choose = (day: CalendarDate | null) => {
    onChoose(day)
    close()
  }
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        tabIndex={-1}
        className="input-action"
        aria-label={text('Calendar')}
        aria-labelledby={labelledBy && `${id}-button ${labelledBy}`}
        aria-expanded={isOpen}
        popoverTarget={id}
        style={anchor.anchor}
      >
        <Icon name="calendar_today" size="small" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={text('Calendar')}
        className="panel"
        data-roomy
        data-align="end"
        style={anchor.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && <Month value={value === null ? null : toCalendarDate(value)} onChoose={choose} />}
      </div>
    </>
  )
}

function Month({ value, onChoose }: { value: CalendarDate | null; onChoose: (day: CalendarDate | null) => void }) {
  const text = useUiText()
  return (
    <Calendar className="calendar" value={value} onChange={onChoose} autoFocus aria-label={text('Calendar')}>
      <header className="calendar-head">
        <Step slot="previous" className="icon-button" data-size="small">
          <Icon name="chevron_left" />
        </Step>
        <Heading className="calendar-title" />
        <Step slot="next" className="icon-button" data-size="small">
          <Icon name="chevron_right" />
        </Step>
      </header>
      <CalendarGrid className="calendar-grid" weekdayStyle="short">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
      </CalendarGrid>
      {value !== null && (
        <Button variant="quiet" size="small" onClick={() => onChoose(null)}>
          <Text source="Clear" />
        </Button>
      )}
    </Calendar>
  )
}
