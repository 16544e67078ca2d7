import { I18nProvider, DateField as Segments } from 'react-aria-components'
import { FieldBox, splitField } from '../field/FieldBox.tsx'
import { useLocale } from '../texts.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { DateBox, type DateControlProps, type DateFieldProps, useDateLabels } from './DateBox.tsx'
import { readDate, readDateTime, withTime, writeDate, writeDateTime } from './wall-clock.ts'

/** A day as `YYYY-MM-DD`, typed part by part or chosen in a calendar (Alt+Down). Null while it is incomplete. */
export function DateField(props: DateFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <DateControl {...control} />
    </FieldBox>
  )
}

/** A day and time as wall-clock text, `YYYY-MM-DD HH:mm:ss`. */
export function DateTimeField(props: DateFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <DateTimeControl {...control} />
    </FieldBox>
  )
}

function DateControl({ value, onChange, ...rest }: DateControlProps) {
  const labels = useDateLabels(rest)
  const date = readDate(value)
  return (
    <I18nProvider locale={useLocale()}>
      <Segments
        {...labels}
        value={date}
        onChange={(next) => onChange?.(next && writeDate(next))}
        shouldForceLeadingZeros
      >
        <DateBox {...rest}>
          <CalendarButton
            value={date}
            onChoose={(day) => onChange?.(day && writeDate(day))}
            labelledBy={labels['aria-labelledby']}
          />
        </DateBox>
      </Segments>
    </I18nProvider>
  )
}

function DateTimeControl({ value, onChange, ...rest }: DateControlProps) {
  const labels = useDateLabels(rest)
  const date = readDateTime(value)
  return (
    <I18nProvider locale={useLocale()}>
      <Segments
        {...labels}
        granularity="second"
        hourCycle={24}
        shouldForceLeadingZeros
        value={date}
        onChange={(next) => onChange?.(next && writeDateTime(next))}
      >
        <DateBox {...rest}>
          <CalendarButton
            value={date}
            onChoose={(day) => onChange?.(day && writeDateTime(withTime(day, date)))}
            labelledBy={labels['aria-labelledby']}
          />
        </DateBox>
      </Segments>
    </I18nProvider>
  )
}
