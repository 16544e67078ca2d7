import { Text, useI18n } from '@tavla/i18n/react'
import { Button, IconButton } from '@tavla/ui'
import { useId } from 'react'
import { type CalendarMode, calendarModes } from './useCalendarPlace.ts'
import '../header/choice-bar.css'

interface CalendarBarProps {
  titleId: string
  /** The days in sight, in words. */
  title: string
  mode: CalendarMode
  onMode: (mode: CalendarMode) => void
  /** Shows the days before or after. */
  onStep: (step: -1 | 1) => void
  onToday: () => void
}

/** The days in sight, the way to others, and the choice between month, week and agenda. */
export function CalendarBar({ titleId, title, mode, onMode, onStep, onToday }: CalendarBarProps) {
  const { t } = useI18n()
  const name = useId()
  return (
    <div className="planner-bar">
      <Button size="small" onClick={onToday}>
        <Text source="Today" />
      </Button>
      <IconButton icon="chevron_left" size="small" label={t('Previous')} onClick={() => onStep(-1)} />
      <IconButton icon="chevron_right" size="small" label={t('Next')} onClick={() => onStep(1)} />
      <h2 id={titleId} className="planner-title" aria-live="polite">
        {title}
      </h2>
      <div role="radiogroup" aria-label={t('Calendar')} className="choice-bar">
        {calendarModes.map((value) => (
          <label key={value} className="planner-mode">
            <input type="radio" name={name} checked={value === mode} onChange={() => onMode(value)} />
            <Text source={modeNames[value]} />
          </label>
        ))}
      </div>
    </div>
  )
}

/** English source texts. */
const modeNames: Readonly<Record<CalendarMode, string>> = { month: 'Month', week: 'Week', agenda: 'Agenda' }
